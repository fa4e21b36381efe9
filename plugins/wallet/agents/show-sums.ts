import { NOTHING, type Sums } from './sums.ts';
import type { ShownSums } from './values.ts';

/** The store hands whole numbers over as whatever holds them: numbers, big ones, or objects of its own. */
export const wholeOf = (value: unknown): bigint =>
  value === undefined || value === null ? 0n : BigInt(String(value));

/** Sums of a row as they were written. */
export const readSums = (row: Partial<Sums<unknown>>): Sums => ({
  orders: Number(row.orders ?? 0),
  turnover: wholeOf(row.turnover),
  refunded: wholeOf(row.refunded),
  earned: wholeOf(row.earned),
  returned: wholeOf(row.returned),
});

export const addSums = (rows: readonly Partial<Sums<unknown>>[]): Sums =>
  rows.map(readSums).reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      turnover: sum.turnover + row.turnover,
      refunded: sum.refunded + row.refunded,
      earned: sum.earned + row.earned,
      returned: sum.returned + row.returned,
    }),
    NOTHING,
  );

/** Sums as pages get them. */
export const showSums = ({ orders, turnover, refunded, earned, returned }: Sums): ShownSums => ({
  orders,
  turnover: String(turnover),
  refunded: String(refunded),
  earned: String(earned),
  returned: String(returned),
  kept: String(earned - returned),
});
