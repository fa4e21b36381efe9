import type { Member } from '../../members/member.ts';
import { leftOf } from '../../plans/quote.ts';
import type { QuoteKind } from '../../plans/values.ts';
import type { RefundPart } from '../values.ts';
import { ownTerm } from './refund-sums.ts';

/** What of a paid order says what its membership goes back to; times in milliseconds. */
export interface SteppedOrder {
  kind: QuoteKind;
  price: bigint;
  /** What was taken off for the plan before. */
  credit: bigint;
  from: number;
  days: number;
}

/** A membership as it stands, and what it was before the order. */
export interface Steps {
  member: Member;
  before: Member | undefined;
  /** When it ends; null: it has no end. */
  until: number | null;
  now: number;
}

type Terms = Pick<Member, 'plan' | 'plan_name' | 'limits' | 'value' | 'value_from' | 'value_until' | 'order'>;

/**
 * What a membership is once the order that it came of is refunded. The time that is over is over; what is left of the order's
 * own is taken away, and never what an administrator has given. After a change the plan before comes back: with a whole refund
 * until when it would have lasted, else with the part of its time that stands for the days that are left.
 */
export function termAfter(
  order: SteppedOrder,
  steps: Steps,
  part: RefundPart,
): { terms: Terms; until: number | null } {
  const { before } = steps;
  if (order.kind === 'change' && before !== undefined) return planBefore(order, { ...steps, before }, part);
  return { terms: sameBefore(order, steps), until: shortened(order, steps) };
}

/** Without the time that is left of an order; nobody's membership has ended earlier than now by it. */
function shortened(order: SteppedOrder, { until, now }: Steps): number | null {
  if (until === null) return null;
  return Math.max(until - ownTerm(order, now).left, Math.min(until, now));
}

function planBefore(
  order: SteppedOrder,
  { before, until, now }: Steps & { before: Member },
  part: RefundPart,
): { terms: Terms; until: number | null } {
  const own = ownTerm(order, now);
  const terms = termsOf(before);
  let end = before.value_until.getTime();
  // Days that were given before the plan before had begun: the change has put them behind what it gave.
  const ahead = Math.max(0, Math.min(before.value_from.getTime(), end) - order.from);
  if (part === 'rest') {
    // Of the time that was taken off its price the same part as of the price.
    const taken = Math.max(0, end - order.from - ahead);
    end = now + Math.floor((taken * own.left) / Math.max(1, own.term));
    terms.value = String((order.credit * BigInt(own.left)) / BigInt(Math.max(1, own.term)));
    terms.value_from = new Date(now);
    terms.value_until = new Date(end);
  }
  if (until === null) return { terms, until };
  const given = Math.max(0, until - Math.max(own.until, now));
  // Where the plan before begins again behind them they are in front of it, as they were.
  const behind = part === 'rest' ? given : Math.max(0, given - ahead);
  return { terms, until: Math.max(end, now) + behind };
}

/** The plan stays the same: bought for the first time it is worth nothing any more, renewed it is worth what it was before. */
function sameBefore(order: SteppedOrder, { member, before, now }: Steps): Terms {
  if (order.kind === 'renewal' && before !== undefined) return termsOf(before);
  const until = new Date(now);
  const none = { value: '0', value_from: until, value_until: until, order: '' };
  if (order.kind !== 'renewal') return { ...termsOf(member), ...none };
  // Paid before it was kept what had been there: without what the order was worth of it.
  const held = {
    value: BigInt(member.value),
    valueFrom: member.value_from.getTime(),
    valueUntil: member.value_until.getTime(),
  };
  const own = ownTerm(order, now);
  const worth = (order.price * BigInt(own.left)) / BigInt(Math.max(1, own.term));
  const { left } = leftOf(held, now);
  const value = left > worth ? left - worth : 0n;
  return {
    ...termsOf(member),
    value: String(value),
    value_from: until,
    order: '',
    value_until: new Date(Math.max(now, held.valueUntil - own.left)),
  };
}

function termsOf({ plan, plan_name, limits, value, value_from, value_until, order }: Member): Terms {
  return { plan, plan_name, limits, value, value_from, value_until, order };
}
