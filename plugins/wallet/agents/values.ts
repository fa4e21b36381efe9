import { type DayRange, zAmount } from '@waypost/contract';
import { z } from 'zod';

/** Sums as pages get them: amounts in smallest units as text. */
export const sumShape = {
  orders: z.int(),
  turnover: zAmount,
  refunded: zAmount,
  earned: zAmount,
  returned: zAmount,
  /** What was earned without what was taken back of it. */
  kept: zAmount,
};
export const zSums = z.object(sumShape);
export type ShownSums = z.infer<typeof zSums>;

/** Amounts of the sums, in the order that tables have them. */
export const SUM_AMOUNTS = ['turnover', 'refunded', 'earned', 'returned', 'kept'] as const;

/** What an agent gets of this much is shown as an example, smallest units: 100 USDT. */
export const EXAMPLE_PRICE = 100_000_000n;

/** Days that are asked for at once: a quarter of a year. What lies farther back is told by months. */
export const AGENT_DAYS: DayRange = {
  presets: ['30_days', 'today', 'yesterday', '7_days', '90_days', 'this_month', 'last_month', 'custom'],
  longest: 92,
  tooLong: 'wallet.fault.days_long',
};
