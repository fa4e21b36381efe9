import { type Currency, DEFAULT_CURRENCY } from '@waypost/contract';
import type { BillSpan, Ledger } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type BillDocument, WHOLE } from './ledger-collections.ts';
import { lineOf } from './line-of.ts';

/** Lines that are handed over at once. */
const PORTION = 500;

type Bills = Collection<BillDocument>;
interface Whose {
  account: string;
  currency: Currency;
}

/**
 * Number of the last line before a moment; undefined: now. Lines follow each other by their numbers: clocks of two processes may be
 * apart, and then a line belongs to the side of the moment on which the line before it is, so that no span misses one.
 */
export async function seqBefore(
  bills: Bills,
  { account, currency }: Whose,
  moment: Date | undefined,
): Promise<number> {
  const fields = { projection: { seq: 1 } } as const;
  if (moment !== undefined) {
    const [first] = await bills
      .find({ account, currency, time: { $gte: moment } }, fields)
      .sort({ time: 1, seq: 1 })
      .limit(1)
      .toArray();
    if (first !== undefined) return first.seq - 1;
  }
  const [last] = await bills.find({ account, currency }, fields).sort({ seq: -1 }).limit(1).toArray();
  return last?.seq ?? 0;
}

/** A portion of somebody's bill of a span, with what was available before and after it; the words are in the SDK's type. */
export async function readSpan(bills: Bills, query: Parameters<Ledger['span']>[0]): Promise<BillSpan> {
  const { account, currency = DEFAULT_CURRENCY, after = 0 } = query;
  const whose = { account, currency };
  const first = await seqBefore(bills, whose, new Date(query.from));
  const last = Math.max(first, await seqBefore(bills, whose, new Date(query.until)));
  const balanceAt = async (seq: number) =>
    seq === 0 ? 0n : ((await bills.findOne({ ...whose, seq }, WHOLE))?.after ?? 0n);
  const lines = await bills
    .find({ ...whose, seq: { $gt: Math.max(first, after), $lte: last } }, WHOLE)
    .sort({ seq: 1 })
    .limit(PORTION)
    .toArray();
  const end = lines.at(-1)?.seq ?? last;
  return {
    opening: String(await balanceAt(first)),
    closing: String(await balanceAt(last)),
    count: last - first,
    lines: lines.map(lineOf),
    next: end < last ? end : null,
  };
}
