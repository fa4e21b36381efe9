import { errors } from '@waypost/contract';
import type { MembershipEnd, Memberships, PluginContext } from '@waypost/sdk';
import { userResource } from '../screens/user_list/resource.ts';
import { customerRoles } from '../screens/user_list/service.ts';

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
        {
          $set: { member_expiry: new Date(until), update_time: context.clock.date() },
          $inc: { version: 1 },
        } as never,
        { session, timestamps: false },
      );
      if (matchedCount === 0) throw errors.notFound.create();
    },
    async ending({ from, to, after, limit }) {
      const role = { $in: Object.values(await customerRoles(context)).flat() };
      const span = { member_expiry: { $gte: new Date(after?.until ?? from), $lte: new Date(to) } };
      const behind = after === undefined ? {} : { $or: behindOf(after) };
      const found = await model()
        .find({ role, remove_time: null, ...span, ...behind } as never, { member_expiry: 1 })
        .sort({ member_expiry: 1, _id: 1 } as never)
        .limit(limit)
        .lean();
      return found.flatMap(({ _id, member_expiry }) =>
        member_expiry ? [{ account: String(_id), until: member_expiry.toISOString() }] : [],
      );
    },
    async superiorOf(account, session) {
      const found = await model()
        .findOne({ _id: account }, { superior: 1 })
        .session(session ?? null)
        .lean();
      const superior = found?.superior ?? null;
      if (superior === null) return { superior, share_ratio: 0 };
      const above = await model()
        .findOne({ _id: superior }, { share_ratio: 1 })
        .session(session ?? null)
        .lean();
      return above === null
        ? { superior: null, share_ratio: 0 }
        : { superior, share_ratio: above.share_ratio ?? 0 };
    },
    async isDirect(account, superior) {
      return (await model().exists({ _id: account, superior, remove_time: null } as never)) !== null;
    },
  };
}

const behindOf = ({ account, until }: MembershipEnd) => [
  { member_expiry: { $gt: new Date(until) } },
  { member_expiry: new Date(until), _id: { $gt: account } },
];
