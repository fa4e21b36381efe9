import type { Writing } from '../agents/book-share.ts';
import type { StoredOrder } from '../orders/stored.ts';
import { quoteFor } from '../plans/quote.ts';
import { LIMIT_KINDS, type Limits } from '../plans/values.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { heldTerm, type Member, members } from './member.ts';
import { keepStep } from './membership-steps.ts';
import { daysMs } from './rules.ts';

/** What an order bounds. */
export const limitsOf = (order: Pick<StoredOrder, keyof Limits>): Limits =>
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, order[kind] ?? null])) as Limits;

/** Gives what an order was paid for, by its own terms: the plan, its limits and the time. @returns from when until when */
export async function writeMembership(
  { context, readSettings }: Wallet,
  {
    order,
    member,
    until: known,
  }: {
    order: StoredOrder;
    member: Member | undefined;
    /** As it was read in this transaction; undefined: it was not. */
    until: string | null | undefined;
  },
  { session, writes }: Writing,
): Promise<{ from_time: Date; until_time: Date }> {
  const account = String(order.owner);
  const memberships = requireMemberships(context);
  const until = known === undefined ? await memberships.until(account, session) : known;
  const now = context.clock.now();
  const graceMs = daysMs((await readSettings()).grace_days);
  const offered = { plan: order.plan ?? '', price: BigInt(order.list_price), days: order.days };
  const quote = quoteFor(offered, heldTerm(member, until), { now, graceMs });
  const after: Member = {
    _id: account,
    plan: offered.plan,
    plan_name: order.plan_name,
    limits: limitsOf(order),
    value: String(quote.value),
    value_from: new Date(quote.valueFrom),
    value_until: new Date(quote.valueUntil),
    order: String(order._id),
    seq: (member?.seq ?? 0) + 1,
    update_time: context.clock.date(),
  };
  const model = members(context);
  if (member === undefined) writes.insert(model, after);
  else writes.update(model, { _id: account, seq: member.seq }, { $set: { ...after } });
  keepStep(context, { order: String(order._id), account, member }, writes);
  await memberships.setUntil({ account, until: new Date(quote.until).toISOString() }, session);
  return { from_time: new Date(quote.from), until_time: new Date(quote.until) };
}
