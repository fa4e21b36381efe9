import { showAmount } from '@waypost/contract';
import type { OperationRun, TableFile } from '@waypost/sdk';
import type { AgentPeriodRow } from '../screens/agent_daily_statistics/calls.ts';
import type { AgentSum } from './sums.ts';
import { SUM_AMOUNTS } from './values.ts';

/** Rows that are named at once. */
const AT_ONCE = 500;
const COLUMNS = ['period', 'agent_account', 'orders', ...SUM_AMOUNTS, 'customers'] as const;

/** Heads of a table of days or months, in the language of who asked. */
export const periodColumns = (noun: string, translate: (key: string) => string): string[] =>
  COLUMNS.map((column) => translate(`${noun}.${column}`));

/** Writes days or months into a table, amounts as people read them. */
export async function writePeriods(
  run: Pick<OperationRun<unknown>, 'signal' | 'progress'>,
  table: TableFile,
  { rows, name }: { rows: readonly AgentSum[]; name: (some: AgentSum[]) => Promise<AgentPeriodRow[]> },
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    run.signal.throwIfAborted();
    run.progress(at, rows.length);
    for (const row of await name(rows.slice(at, at + AT_ONCE)))
      await table.write(
        COLUMNS.map((column) =>
          (SUM_AMOUNTS as readonly string[]).includes(column) ? showAmount(String(row[column])) : row[column],
        ),
      );
  }
  await table.end();
  run.progress(rows.length, rows.length);
}
