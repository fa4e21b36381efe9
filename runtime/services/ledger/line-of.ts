import type { BillLine } from '@waypost/sdk';
import type { BillDocument } from './ledger-collections.ts';

/** A line of a bill as it is handed out: whole numbers as text, times as ISO. */
export function lineOf(line: BillDocument): BillLine {
  const { _id: id, account, currency, seq, type, remark, journal } = line;
  return {
    id,
    account,
    currency,
    seq,
    type,
    remark,
    journal,
    change: String(line.change),
    before: String(line.before),
    after: String(line.after),
    time: line.time.toISOString(),
  };
}
