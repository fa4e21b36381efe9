import { errors } from '@waypost/contract';
import type { Filter, PluginContext, RoleChoice, SignedRequest, Stored } from '@waypost/sdk';
import { administrator } from '../administrators/resource.ts';
import type { sentMessage } from './resource.ts';

type Sent = Stored<typeof sentMessage>;
type Account = Stored<typeof administrator>;
type Place = Pick<PluginContext, 'identity'>;

/** The account below which a caller reaches people; null for those who run the platform: they reach everybody. */
export async function reachBelow({ identity }: Place, { caller }: SignedRequest): Promise<string | null> {
  if (caller.isSuper) return null;
  const role = (await identity.roles()).find(({ id }) => id === caller.role);
  return role?.kind === 'operator' ? null : caller.id;
}

/** Accounts that somebody who reaches people `below` may write to. */
export function reachable(below: string | null): Filter<Account> {
  return { remove_time: null, ...(below === null ? {} : { ancestors: below }) };
}

/** Roles that somebody may write to: an agent has no operators below. */
export async function reachableRoles({ identity }: Place, below: string | null): Promise<RoleChoice[]> {
  const roles = await identity.roles();
  return below === null ? roles : roles.filter(({ kind }) => kind !== 'operator');
}

/**
 * Accounts that a message goes to, behind one of them: those that were there when it was sent. Whether somebody belongs to
 * a role is asked at the moment of the portion.
 */
export function recipientsOf(
  { to, to_id, below, send_time }: Pick<Sent, 'to' | 'to_id' | 'below' | 'send_time'>,
  after = '',
): Filter<Account> {
  return {
    ...reachable(below),
    _id: { $gt: after, ...(to === 'account' ? { $eq: to_id } : {}) },
    create_time: { $lte: send_time },
    ...(to === 'role' ? { role: to_id } : {}),
  };
}

/** Of whom a message to `to` is about. Errors: 422 at `account` or `role` for nobody of the caller's. */
export async function chosenRecipients(
  context: PluginContext,
  {
    to,
    account = '',
    role = '',
  }: { to: Sent['to']; account?: string | undefined; role?: string | undefined },
  request: SignedRequest,
): Promise<Pick<Sent, 'to' | 'to_id' | 'to_name' | 'below'>> {
  const below = await reachBelow(context, request);
  if (to === 'all') return { to, to_id: '', to_name: '', below };
  if (to === 'account') {
    const who = { ...reachable(below), _id: account };
    const found = await context.model(administrator).findOne(who, { account: 1 }).lean();
    if (found === null) throw faultAt('account', 'error.message.no_account');
    return { to, to_id: account, to_name: found.account, below };
  }
  const found = (await reachableRoles(context, below)).find(({ key }) => key === role);
  if (found === undefined) throw faultAt('role', 'error.message.nobody');
  return { to, to_id: found.id, to_name: found.name, below };
}

/** How many a message that is sent now would go to. Errors: as of `chosenRecipients`. */
export async function countRecipientsOf(
  context: PluginContext,
  to: Parameters<typeof chosenRecipients>[1],
  request: SignedRequest,
): Promise<{ count: number }> {
  const chosen = await chosenRecipients(context, to, request);
  const who = recipientsOf({ ...chosen, send_time: context.clock.date() });
  return { count: await context.model(administrator).countDocuments(who) };
}

/** 422 at one field of what is sent. */
export const faultAt = (path: string, message: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message }] });
