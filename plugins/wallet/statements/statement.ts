import { type Amount, addDays } from '@waypost/contract';
import { type BillLine, type BillSpan, dayStart, type OperationRun, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { STATEMENT_FORMATS } from './calls.ts';

/** What a statement is started with: the days are those of the moment when it was asked for. */
export const zStatementInput = z.strictObject({
  owner: z.string(),
  account: z.string(),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  format: z.enum(STATEMENT_FORMATS),
});
export type StatementInput = z.infer<typeof zStatementInput>;

export interface Statement {
  account: string;
  first_day: string;
  last_day: string;
  timeZone: string;
  opening: Amount;
  closing: Amount;
  /** Lines in all. */
  count: number;
  /** Lines, oldest first; each portion is read as the one before is written. */
  portions(): AsyncIterable<readonly BillLine[]>;
}

/** The bill of some days, from their first moment in the platform's time zone to their last. */
export async function openStatement(
  { ledger, platform }: Pick<PluginContext, 'ledger' | 'platform'>,
  { owner, account, first_day, last_day }: Omit<StatementInput, 'format'>,
): Promise<Statement> {
  const { timeZone } = platform;
  const isoOf = (day: string) => new Date(dayStart(timeZone, day)).toISOString();
  const query = { account: owner, from: isoOf(first_day), until: isoOf(addDays(last_day, 1)) };
  const first = await ledger.span(query);
  return {
    account,
    first_day,
    last_day,
    timeZone,
    opening: first.opening,
    closing: first.closing,
    count: first.count,
    async *portions() {
      let portion: BillSpan = first;
      yield portion.lines;
      while (portion.next !== null) {
        portion = await ledger.span({ ...query, after: portion.next });
        yield portion.lines;
      }
    },
  };
}

/** Goes through the lines, and says how far it is. @returns what came and what went, in smallest units */
export async function eachLine(
  { portions, count }: Statement,
  { signal, progress }: Pick<OperationRun<unknown>, 'signal' | 'progress'>,
  write: (line: BillLine) => Promise<void>,
): Promise<{ came: bigint; went: bigint }> {
  const sums = { came: 0n, went: 0n };
  let done = 0;
  progress(0, count);
  for await (const lines of portions()) {
    signal.throwIfAborted();
    for (const line of lines) {
      const change = BigInt(line.change);
      if (change > 0n) sums.came += change;
      else sums.went -= change;
      await write(line);
    }
    done += lines.length;
    progress(done, Math.max(count, done));
  }
  return sums;
}

/** Date and hour in a time zone, alike in every language: 2026-03-01 08:05:00. */
export function clockOf(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => format.format(new Date(time));
}

/** A kind of change in words; one that has none is named as it is. */
export function kindWords(translate: OperationRun<unknown>['translate'], type: string): string {
  const key = `bill.${type}`;
  const words = translate(key);
  return words === key ? type : words;
}
