import type { QuoteKind } from './values.ts';

/** What is known of somebody's membership when a price is asked for; times in milliseconds. */
export interface HeldTerm {
  /** Id of the plan; null: the membership was not bought. */
  plan: string | null;
  /** What the bought time was worth, in smallest units, from when until when. */
  value: bigint;
  valueFrom: number;
  valueUntil: number;
  /** When the membership ends, gift days included; null: it has no end, or there is none. */
  until: number | null;
}

/** What is offered. */
export interface OfferedTerm {
  plan: string;
  price: bigint;
  days: number;
}

/** What a plan costs somebody now, and what it gives. */
export interface Quote {
  kind: QuoteKind;
  /** What the time that is left of the other plan is worth. */
  credit: bigint;
  /** Whether a part of the smallest unit was left out of `credit`. */
  isRounded: boolean;
  /** What is to be paid; 0 or less: the time that is left is worth more than the plan. */
  price: bigint;
  /** From when and until when one is a member by it. */
  from: number;
  until: number;
  /** What the bought time is worth then, from `valueFrom` until `valueUntil`: days that were given come before it, and behind it. */
  value: bigint;
  valueFrom: number;
  valueUntil: number;
}

const DAY_MS = 86_400_000;
/** What is left is worth the same for an hour: a price that is another with each second could never be pressed. */
const HOUR_MS = 3_600_000;

/** What is left of bought time at a moment, rounded down to the smallest unit. */
export function leftOf(
  { value, valueFrom, valueUntil }: Pick<HeldTerm, 'value' | 'valueFrom' | 'valueUntil'>,
  now: number,
): { left: bigint; isRounded: boolean } {
  const whole = BigInt(Math.max(0, valueUntil - valueFrom));
  const rest = BigInt(Math.max(0, Math.min(valueUntil - now, valueUntil - valueFrom)));
  if (whole === 0n || rest === 0n) return { left: 0n, isRounded: false };
  return { left: (value * rest) / whole, isRounded: (value * rest) % whole !== 0n };
}

/**
 * What a plan costs now. The same plan again is added at the end, also during the days of grace; another one begins at once,
 * and what is left of the time that was bought, to the hour that has begun, is taken off its price. Days that were given stay.
 * @param graceMs how long a membership may be over and still be gone on with
 */
export function quoteFor(
  offered: OfferedTerm,
  held: HeldTerm | undefined,
  { now, graceMs }: { now: number; graceMs: number },
): Quote {
  const term = offered.days * DAY_MS;
  const until = held?.until ?? null;
  const isOver = until === null || until + graceMs <= now;
  if (held === undefined || held.plan === null || isOver) {
    // Days that an administrator has given are not lost by buying.
    const from = until !== null && until > now ? until : now;
    return {
      kind: 'purchase',
      credit: 0n,
      isRounded: false,
      price: offered.price,
      from,
      until: from + term,
      value: offered.price,
      valueFrom: from,
      valueUntil: from + term,
    };
  }
  const { left, isRounded } = leftOf(held, now - (now % HOUR_MS));
  if (held.plan === offered.plan)
    return {
      kind: 'renewal',
      credit: 0n,
      isRounded: false,
      price: offered.price,
      from: until,
      until: until + term,
      value: left + offered.price,
      valueFrom: Math.max(held.valueFrom, now),
      valueUntil: Math.max(held.valueUntil, now) + term,
    };
  const given =
    Math.max(0, until - Math.max(held.valueUntil, now)) + Math.max(0, Math.min(held.valueFrom, until) - now);
  return {
    kind: 'change',
    credit: left,
    isRounded,
    price: offered.price - left,
    from: now,
    until: now + term + given,
    value: offered.price,
    valueFrom: now,
    valueUntil: now + term,
  };
}
