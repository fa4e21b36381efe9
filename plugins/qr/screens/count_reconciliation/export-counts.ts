import { addDays } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext } from '@waypost/sdk';
import type { z } from 'zod';
import { dayText, numbersOf } from '../../statistics/range.ts';
import { COUNTERS, countsExportCall } from './calls.ts';
import { rowOf } from './service.ts';

export const zCountsExport = countsExportCall.body;

/** Days that are read at once. */
const AT_ONCE = 31;

/** Writes the counters of some days by hour, with what differs in words. */
export async function exportCounts(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zCountsExport>>,
): Promise<void> {
  const { input, signal, translate } = run;
  const { first_day, last_day, format } = input;
  const table = await createTable(context, run, {
    name: `${translate('menu.count_reconciliation')} ${first_day} ${last_day}`,
    columns: ['day', 'hour', ...COUNTERS, 'state', 'differences'].map((name) =>
      translate(`qr.counts.${name}`),
    ),
    format,
  });
  for (let first = first_day; first <= last_day; first = addDays(first, AT_ONCE)) {
    signal.throwIfAborted();
    const [last = last_day] = [addDays(first, AT_ONCE - 1), last_day].sort();
    for (const account of await context.visits.hourAccounts(
      numbersOf({ first_day: first, last_day: last }),
    )) {
      const row = rowOf(account);
      await table.write([
        dayText(account.day),
        `${row.hour}:00`,
        ...COUNTERS.map((name) => row[name]),
        translate(`qr.counts.state.${row.state}`),
        row.differences
          .map(({ more, less, visits }) =>
            translate(`qr.counts.difference.${more}.${less}`, { shown: String(visits) }),
          )
          .join('; '),
      ]);
    }
  }
  await table.end();
}
