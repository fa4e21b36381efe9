import { zAmount } from '@waypost/contract';
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

/** Days that people choose from, as on other screens of figures. The first is what a screen opens with. */
export const RANGES = [
  ...(['30_days', 'today', 'yesterday', '7_days', '90_days'] as const),
  ...(['this_month', 'last_month', 'custom'] as const),
] as const;
export type Range = (typeof RANGES)[number];

/** Days that a call is asked for. */
export const rangeShape = {
  /** Left out: the last 30 days, or the days that are given. */
  range: z.enum(RANGES).optional(),
  first_day: z.string().max(20).optional(),
  last_day: z.string().max(20).optional(),
};
