import { shareOf } from '../share.ts';

/** What is given back of an order: all of its price, or the part that stands for the days that are left. */
export const REFUND_PARTS = ['whole', 'rest'] as const;
export type RefundPart = (typeof REFUND_PARTS)[number];

/** What is given back to the buyer, and what the agent owes of the share then; smallest units. */
export interface RefundSums {
  refund: bigint;
  shareReturn: bigint;
}

/** What of an order says how much of it can be given back; times in milliseconds. */
export interface Refundable {
  price: bigint;
  share: bigint;
  sharePoints: number;
  from: number;
  days: number;
}

const DAY_MS = 86_400_000;
/** As with prices: what is left is worth the same for an hour, so that what was shown can be pressed. */
const HOUR_MS = 3_600_000;

/** How long what was bought is, and how much of it is left at a moment; milliseconds. */
export function ownTerm({ from, days }: Pick<Refundable, 'from' | 'days'>, now: number) {
  const term = days * DAY_MS;
  const until = from + term;
  return { term, until, left: Math.max(0, Math.min(until - now, term)) };
}

/**
 * Both sums. The agent keeps the share of the price that the house keeps, rounded as a share is: down, with the remainder to
 * the house. A part is rounded down to the smallest unit.
 */
export function refundSums(order: Refundable, now: number): Record<RefundPart, RefundSums> {
  const { term, left } = ownTerm(order, now - (now % HOUR_MS));
  const rest = term === 0 ? 0n : (order.price * BigInt(left)) / BigInt(term);
  return { whole: sumsFor(order, order.price), rest: sumsFor(order, rest) };
}

function sumsFor({ price, share, sharePoints }: Refundable, refund: bigint): RefundSums {
  const kept = shareOf(price - refund, sharePoints);
  return { refund, shareReturn: share > kept ? share - kept : 0n };
}
