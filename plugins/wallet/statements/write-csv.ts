import { showAmount } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext } from '@waypost/sdk';
import { clockOf, eachLine, kindWords, type Statement } from './statement.ts';

const COLUMNS = ['number', 'time', 'type', 'before', 'came', 'went', 'after', 'remark'] as const;

/**
 * A statement as a table. What came and what went have columns of their own, so that no amount begins with a sign, which
 * spreadsheets take for a formula, and all of their digits are there.
 */
export async function writeCsv(
  context: PluginContext,
  run: OperationRun<unknown>,
  { statement, name }: { statement: Statement; name: string },
): Promise<void> {
  const { translate } = run;
  const clock = clockOf(statement.timeZone);
  const columns = COLUMNS.map((column) => translate(`wallet.statement.${column}`));
  const table = await createTable(context, run, { name, columns, format: undefined });
  await eachLine(statement, run, ({ seq, time, type, before, change, after, remark }) => {
    const isLess = change.startsWith('-');
    return table.write([
      ...[seq, clock(time), kindWords(translate, type), showAmount(before)],
      ...(isLess ? ['', showAmount(change.slice(1))] : [showAmount(change), '']),
      ...[showAmount(after), remark],
    ]);
  });
  await table.end();
}
