import type { Session } from '@waypost/sdk';
import { walletErrors } from '../../errors.ts';
import { findMember, type Member, members } from '../../members/member.ts';
import { memberBefore } from '../../members/membership-steps.ts';
import type { QuoteKind } from '../../plans/values.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { requireMemberships, type Wallet } from '../../wallet.ts';
import type { StoredOrder } from '../stored.ts';
import type { RefundPart } from '../values.ts';
import { ownTerm } from './refund-sums.ts';
import { termAfter } from './term-after.ts';

/** What becomes of a membership, as it was worked out. */
export interface StepPlan {
  member: Member;
  terms: ReturnType<typeof termAfter>['terms'];
  until: number | null;
}

/**
 * What a refund makes of the membership; undefined: nothing, as the order's time is over and another one holds.
 * Errors: `wallet.refund_later` 409 while a later order stands on what this one gave
 */
export async function planStep(
  { context }: Wallet,
  { order, part }: { order: StoredOrder; part: RefundPart },
  session?: Session,
): Promise<StepPlan | undefined> {
  const account = String(order.owner);
  const id = String(order._id);
  const member = await findMember(context, account, session);
  const now = context.clock.now();
  const from = order.from_time?.getTime() ?? 0;
  if (member === undefined) return undefined;
  if (member.order !== id) {
    if (member.order === '' || ownTerm({ from, days: order.days }, now).left === 0) return undefined;
    const later = await context
      .model(orderResource)
      .findById(member.order)
      .session(session ?? null)
      .lean();
    throw walletErrors.refundLater.create({ number: order.number, later: later?.number ?? '' });
  }
  const until = await requireMemberships(context).until(account, session);
  const before = await memberBefore(context, id, session);
  const stepped = {
    kind: order.kind as QuoteKind,
    from,
    days: order.days,
    price: BigInt(order.price),
    credit: BigInt(order.credit),
  };
  const steps = { member, before, until: until === null ? null : Date.parse(until), now };
  return { member, ...termAfter(stepped, steps, part) };
}

/** Writes it; orders that wait for the membership as it was can be paid no more. */
export async function writeStep(
  { context }: Wallet,
  { member, terms, until }: StepPlan,
  session: Session,
): Promise<void> {
  const { _id: account, seq } = member;
  const after = { ...terms, seq: seq + 1, update_time: context.clock.date() };
  const { matchedCount } = await members(context).updateOne(
    { _id: account, seq },
    { $set: after },
    { session, timestamps: false },
  );
  if (matchedCount === 0) throw new Error(`the membership of ${account} is not as it was read`);
  if (until !== null)
    await requireMemberships(context).setUntil({ account, until: new Date(until).toISOString() }, session);
}
