import type { Settlement } from '../../orders/values.ts';

/** What came for an order so far. Sums only: in which order transfers are seen changes nothing. */
export interface Received {
  /** Smallest units of the token, all of it. */
  total: bigint;
  /** What of it came before the order expired, by the time of its block. */
  inTime: bigint;
  hasWrongToken: boolean;
  hasFailed: boolean;
}

export const NOTHING: Received = { total: 0n, inTime: 0n, hasWrongToken: false, hasFailed: false };

/** A transfer as it counts for an order. */
export interface Counted {
  kind: 'paid' | 'wrong_token' | 'failed';
  amount: bigint;
  isInTime: boolean;
}

/** What came so far and one transfer more. */
export function withTransfer(received: Received, { kind, amount, isInTime }: Counted): Received {
  if (kind === 'wrong_token') return { ...received, hasWrongToken: true };
  if (kind === 'failed') return { ...received, hasFailed: true };
  return {
    ...received,
    total: received.total + amount,
    inTime: received.inTime + (isInTime ? amount : 0n),
  };
}

/**
 * What follows for the order. `tolerance`: smallest units that may be missing, or be too many, without a word.
 * `isExpired`: its time is over by our clock, and blocks of that time are solid.
 */
export function settle(
  received: Received,
  { amount, tolerance, isExpired }: { amount: bigint; tolerance: bigint; isExpired: boolean },
): { isPaid: boolean; settlement: Exclude<Settlement, 'refunded' | 'cancelled'> } {
  const { total, inTime, hasWrongToken, hasFailed } = received;
  const least = amount - tolerance;
  if (total === 0n) {
    if (hasWrongToken) return { isPaid: false, settlement: 'wrong_token' };
    if (hasFailed) return { isPaid: false, settlement: 'failed' };
    return { isPaid: false, settlement: isExpired ? 'expired' : 'waiting' };
  }
  if (total < least) return { isPaid: false, settlement: 'under' };
  if (inTime < least) return { isPaid: true, settlement: 'late' };
  return { isPaid: true, settlement: total > amount + tolerance ? 'over' : 'settled' };
}
