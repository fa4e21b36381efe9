import { errors, YesNo } from '@waypost/contract';
import {
  type DirectCustomers,
  type MembershipEnd,
  type Memberships,
  newVersion,
  type PluginContext,
  requireRow,
} from '@waypost/sdk';
import { userResource } from '../screens/user_list/resource.ts';
import { customerRoles } from '../screens/user_list/service.ts';
import { beginsWith } from './search.ts';

/** Until when people are members, for plugins that sell it; what operators type on the page of a person is the same field. */
export function memberships(context: PluginContext): Memberships {
  const model = () => context.model(userResource);
  return {
    async until(account, session) {
      const found = await model()
        .findOne({ _id: account }, { member_expiry: 1 })
        .session(session ?? null)
        .lean();
      return found?.member_expiry?.toISOString() ?? null;
    },
    async setUntil({ account, until }, session) {
      // Earned in the transaction of whoever sells it; nobody sets it from outside of this process.
      if (session?.inTransaction?.() !== true)
        throw new TypeError('memberships.setUntil: hand it the session of context.transaction');
      const { matchedCount } = await model().updateOne(
        { _id: account },
        newVersion(context, { member_expiry: new Date(until) }),
        { session, timestamps: false },
      );
      if (matchedCount === 0) throw errors.notFound.create();
    },
    async ending({ from, to, after, limit }) {
      const role = { $in: Object.values(await customerRoles(context)).flat() };
      const span = { member_expiry: { $gte: new Date(after?.until ?? from), $lte: new Date(to) } };
      const behind = after === undefined ? {} : { $or: behindOf(after) };
      const found = await model()
        .find({ role, remove_time: null, ...span, ...behind }, { member_expiry: 1 })
        .sort({ member_expiry: 1, _id: 1 })
        .limit(limit)
        .lean();
      return found.flatMap(({ _id, member_expiry }) =>
        member_expiry ? [{ account: String(_id), until: member_expiry.toISOString() }] : [],
      );
    },
    async payer(account, session) {
      const found = await model()
        .findOne({ _id: account }, { superior: 1, member_expiry: 1 })
        .session(session ?? null)
        .lean();
      const superior = found?.superior ?? null;
      const until = found?.member_expiry?.toISOString() ?? null;
      if (superior === null) return { until, superior, share_ratio: 0 };
      const above = await model()
        .findOne({ _id: superior }, { share_ratio: 1 })
        .session(session ?? null)
        .lean();
      return above === null
        ? { until, superior: null, share_ratio: 0 }
        : { until, superior, share_ratio: above.share_ratio ?? 0 };
    },
    async isDirect(account, superior) {
      return (await model().exists({ _id: account, superior, remove_time: null })) !== null;
    },
    customersOf: (query) => customersOf(context, query),
    async inviter(account) {
      const found = await requireRow(
        model().findOne({ _id: account }, { invitation_code: 1, share_ratio: 1 }).lean(),
      );
      const { allow_registration, maintenance } = await context.identity.platformSettings();
      return {
        code: found.invitation_code,
        is_open: allow_registration === YesNo.yes && maintenance === YesNo.no,
        share_ratio: found.share_ratio ?? 0,
      };
    },
  };
}

async function customersOf(
  context: PluginContext,
  { superior, search = '', only, sort, order, skip, limit, countLimit }: DirectCustomers,
): ReturnType<Memberships['customersOf']> {
  const text = search.trim();
  const role = { $in: Object.values(await customerRoles(context)).flat() };
  const filter = {
    superior,
    role,
    remove_time: null,
    ...(only === undefined ? {} : { _id: only }),
    ...(text === '' ? {} : beginsWith(text)),
  };
  const model = context.model(userResource);
  const sign = order === 'asc' ? 1 : -1;
  const [found, count] = await Promise.all([
    model
      .find(filter, { account: 1, name: 1, member_expiry: 1, register_time: 1, disabled: 1 })
      .sort(sort === 'joined' ? { register_time: sign, _id: sign } : { member_expiry: sign, _id: sign })
      .skip(skip)
      .limit(limit)
      .lean(),
    model.countDocuments(filter, { limit: countLimit }),
  ]);
  return {
    content: found.map(({ _id, account, name, member_expiry, register_time, disabled }) => ({
      id: String(_id),
      account,
      name,
      until: member_expiry?.toISOString() ?? null,
      joined: register_time.toISOString(),
      is_disabled: disabled === YesNo.yes,
    })),
    count,
  };
}

const behindOf = ({ account, until }: MembershipEnd) => [
  { member_expiry: { $gt: new Date(until) } },
  { member_expiry: new Date(until), _id: { $gt: account } },
];
