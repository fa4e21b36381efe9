import { errors, OnlineStatus, type RowOf, type UpdateOf, YesNo } from '@waypost/contract';
import {
  type Filter,
  newVersion,
  type PluginContext,
  type ResourceBinding,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { balancesOf } from '../../people/money.ts';
import { beginsWith, searchKeys } from '../../people/search.ts';
import { isBuiltIn } from '../role/resource.ts';
import { SEE_ALL_USERS, type UserKind, userResource } from './resource.ts';
import { givenRole } from './user-roles.ts';

type User = typeof userResource;

/** Whether the caller sees every customer; an agent sees those below. */
export function seesAllUsers({ caller }: Pick<SignedRequest, 'caller'>): boolean {
  return caller.isSuper || caller.permissions.has(SEE_ALL_USERS);
}

/** Role ids of customers and of agents: the one that everybody has, and those that operators made. */
export async function customerRoles(
  context: Pick<PluginContext, 'identity'>,
): Promise<Record<UserKind, string[]>> {
  const roles = await context.identity.roles();
  const of = (kind: UserKind) => roles.filter((role) => role.kind === kind).map(({ id }) => id);
  return { customer: of('customer'), agent: of('agent') };
}

/** The customers that a caller reaches: all of them, or those of the own subtree; never an operator. */
export async function userScope(
  context: Pick<PluginContext, 'identity'>,
  request: Pick<SignedRequest, 'caller'>,
): Promise<Filter<Stored<User>>> {
  const roles = Object.values(await customerRoles(context)).flat();
  const below = seesAllUsers(request) ? {} : { ancestors: request.caller.id };
  return { role: { $in: roles }, remove_time: null, ...below };
}

/** Those who are online, or are not. What is not told in a row is not told by a filter. */
export async function onlineFilter(context: PluginContext, value: unknown): Promise<Filter<Stored<User>>> {
  if (!(await detectsOnline(context))) return { _id: { $in: [] } };
  const online = { _id: { $in: await context.identity.people.onlineNow() } };
  return value === OnlineStatus.online ? online : { $nor: [online] };
}

/** The functions behind resource `system.user`. */
export function bindUsers(context: PluginContext): ResourceBinding<User> {
  const { identity, clock } = context;
  const hashes = new WeakMap<object, string>();

  return {
    scope: (request) => userScope(context, request),
    filters: {
      search: (text) => beginsWith(String(text)),
      kind: async (value) => ({ role: { $in: (await customerRoles(context))[value as UserKind] } }),
      online_status: (value) => onlineFilter(context, value),
    },
    // A challenge is used up by opening it, and hashing takes its time: once, before the transaction.
    prepareCreate: async (body, request) => {
      const account = identity.accountName(body.account);
      const place = { area: userResource.area, call: 'add', field: 'password' };
      const password = await context.unseal(body.password, place);
      hashes.set(body, await identity.hashPassword(password, account, request));
      return body;
    },
    beforeCreate: async (body, { request, session }) => {
      const { password: _, kind, role: wanted, ...fields } = body;
      refuseOperatorsFields(fields, request);
      await refuseHigherRatio(context, fields.share_ratio, request);
      const role = await givenRole(context, { kind, role: wanted }, request);
      const account = identity.accountName(body.account);
      const name = fields.name || account;
      // An agent's customers stand below the agent, wherever the body would like to have them.
      const superior = seesAllUsers(request) ? (body.superior ?? null) : request.caller.id;
      const { share_ratio } = await identity.platformSettings();
      return {
        ...fields,
        share_ratio: fields.share_ratio ?? share_ratio,
        ...(await identity.people.below(superior, session)),
        ...searchKeys({ name, phone: fields.phone ?? '' }),
        account,
        name,
        role,
        skeleton: identity.accountSkeleton(account),
        password_hash: hashes.get(body),
        // Whoever created the account knows this password.
        must_change_password: true,
        invitation_code: identity.invitationCode(),
        register_source: 'created',
        register_ip: request.address,
        register_time: clock.date(),
      };
    },
    // A code is used up by it: once, before the transaction.
    prepareUpdate: (change, request) => requireCodeFor(context, change, request),
    beforeUpdate: async (body, { request, before, session }) => {
      await identity.people.requireWithin(before?.role ?? '', request.caller);
      const { id: _id, version: _version, ...fields } = body;
      refuseOperatorsFields(fields, request);
      if (fields.share_ratio !== before?.share_ratio)
        await refuseHigherRatio(context, fields.share_ratio, request);
      if (fields.share_ratio !== undefined && fields.share_ratio < (before?.share_ratio ?? 0))
        await lowerBelow(context, { above: body.id, most: fields.share_ratio }, session);
      // An emptied name falls back to the account, as at creation.
      const named = fields.name === '' ? { ...fields, name: before?.account ?? '' } : fields;
      return { ...named, ...searchKeys(named) };
    },
    present: (rows) => presentUsers(context, rows),
  };
}

/** Whether operators want to be told who of the customers is online. */
const detectsOnline = async ({ identity }: PluginContext) =>
  (await identity.platformSettings()).online_status === YesNo.yes;

/** What costs the platform: an agent cannot give it to the own customers. */
const OPERATORS_FIELDS = ['member_expiry', 'domain_quota'] as const;

function refuseOperatorsFields(fields: Record<string, unknown>, request: SignedRequest): void {
  if (seesAllUsers(request)) return;
  const given = OPERATORS_FIELDS.find((name) => fields[name] !== undefined && fields[name] !== null);
  if (given !== undefined) throw errors.forbidden.create({ permission: SEE_ALL_USERS });
}

/**
 * What somebody gets of what their customers pay is paid by the platform: an agent gives the own people no larger part than the
 * own one, or a second account below them would earn what nobody has agreed to.
 */
async function refuseHigherRatio(
  context: PluginContext,
  ratio: number | undefined,
  request: SignedRequest,
): Promise<void> {
  if (ratio === undefined || ratio === 0 || seesAllUsers(request)) return;
  const own = await context
    .model(userResource)
    .findOne({ _id: request.caller.id }, { share_ratio: 1 })
    .lean();
  if (ratio <= (own?.share_ratio ?? 0)) return;
  throw errors.invalidInput.create(
    {},
    { errors: [{ path: 'share_ratio', message: 'error.issue.share_ratio_own' }] },
  );
}

/** Nobody keeps a larger part than who gave it to them: what is lowered above is lowered below as well. */
async function lowerBelow(
  context: PluginContext,
  { above, most }: { above: string; most: number },
  session: Session,
): Promise<void> {
  await context
    .model(userResource)
    .updateMany(
      { ancestors: above, share_ratio: { $gt: most } },
      newVersion(context, { share_ratio: most }),
      { session, timestamps: false },
    );
}

/** What leads links to a new password to somebody else, or the platform's money. */
const GUARDED_FIELDS = ['email', 'share_ratio'] as const;

/** @throws AppError as `secondFactor.require` does, where the change is about such a field */
async function requireCodeFor(
  context: PluginContext,
  change: UpdateOf<User>,
  request: SignedRequest,
): Promise<void> {
  const given = GUARDED_FIELDS.filter((name) => change[name] !== undefined);
  if (given.length === 0) return;
  const row = await context
    .model(userResource)
    .findOne({ ...(await userScope(context, request)), _id: change.id })
    .lean();
  // Rows of older versions have neither.
  const was = { email: '', share_ratio: 0, ...row };
  if (row === null || given.every((name) => change[name] === was[name])) return;
  await context.identity.secondFactor.require(request.secondFactor, request);
}

async function presentUsers(context: PluginContext, rows: RowOf<User>[]): Promise<RowOf<User>[]> {
  const { identity } = context;
  const model = context.model(userResource);
  const ids = rows.map(({ id }) => id);
  const [online, roles, balances, isTold] = await Promise.all([
    identity.online(ids),
    identity.roles(),
    balancesOf(context, ids),
    detectsOnline(context),
  ]);
  const superiors = [...new Set(rows.flatMap(({ superior }) => superior ?? []))];
  const named = await model.find({ _id: { $in: superiors } }, { account: 1 }).lean();
  const names = new Map(named.map(({ _id, account }) => [String(_id), account]));
  return rows.map((row) => {
    const lastActive = online.get(row.id);
    const superior = row.superior ?? null;
    const role = roles.find(({ id }) => id === row.role);
    return {
      ...row,
      kind: role?.kind === 'agent' ? 'agent' : 'customer',
      own_role: role && !isBuiltIn(role.key) ? role.name : '',
      superior,
      superior_account: names.get(superior ?? '') ?? '',
      balance: balances.get(row.id) ?? '',
      share_ratio: row.share_ratio ?? 0,
      member_expiry: row.member_expiry ?? null,
      domain_quota: row.domain_quota ?? null,
      register_source: row.register_source ?? 'unknown',
      codes_frozen: row.codes_frozen ?? false,
      disabled: row.disabled ?? YesNo.no,
      online_status: isTold ? (lastActive ? OnlineStatus.online : OnlineStatus.offline) : null,
      online_status_update_time: isTold ? (lastActive?.toISOString() ?? null) : null,
    };
  });
}
