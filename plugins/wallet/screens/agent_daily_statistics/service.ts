import { type BodyOf, type DaySpan, eachDay, type ResultOf } from '@waypost/contract';
import {
  createTable,
  type OperationRun,
  type PluginContext,
  resolveDays,
  type SignedRequest,
} from '@waypost/sdk';
import { z } from 'zod';
import { listPeriods, namePeriods, type PeriodFilter } from '../../agents/list-periods.ts';
import { addSums, readSums, showSums } from '../../agents/show-sums.ts';
import { agentSums, SUMMED } from '../../agents/sums.ts';
import { AGENT_DAYS } from '../../agents/values.ts';
import { whose } from '../../agents/whose.ts';
import { periodColumns, writePeriods } from '../../agents/write-table.ts';
import { type agentDaysCall, type agentDayTotalsCall, READ_ALL_DAYS, zAgentDaysExport } from './calls.ts';

const filterOf = (of: { agent?: string }, { first_day, last_day }: DaySpan): PeriodFilter => ({
  ...of,
  kind: 'day',
  period: { $gte: first_day, $lte: last_day },
});

/** A page of the days of agents. */
export async function listDays(
  context: PluginContext,
  body: BodyOf<typeof agentDaysCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof agentDaysCall>> {
  const { span } = await resolveDays(context, AGENT_DAYS, body);
  const filter = filterOf(whose(request, READ_ALL_DAYS, body.agent), span);
  return listPeriods(context, filter, body);
}

/** Sums over the days of a range, and what was kept on each. */
export async function dayTotals(
  context: PluginContext,
  body: BodyOf<typeof agentDayTotalsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof agentDayTotalsCall>> {
  const { span, today } = await resolveDays(context, AGENT_DAYS, body);
  const filter = filterOf(whose(request, READ_ALL_DAYS, body.agent), span);
  const rows = await agentSums(context).find(filter, SUMMED).lean();
  const kept = new Map<string, bigint>();
  for (const row of rows) {
    const { earned, returned } = readSums(row);
    kept.set(row.period, (kept.get(row.period) ?? 0n) + earned - returned);
  }
  return {
    ...showSums(addSums(rows)),
    customers: rows.reduce((sum, { customers }) => sum + customers, 0),
    ...span,
    today,
    course: eachDay(span).map((day) => ({ day, kept: String(kept.get(day) ?? 0n) })),
  };
}

/** What an export was asked for: whose days was said by the rights of who asked. */
export const zDaysExportInput = z.strictObject({
  query: zAgentDaysExport,
  agent: z.string().nullable(),
});

/** Writes the days of a range as a table. */
export async function exportDays(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zDaysExportInput>>,
): Promise<void> {
  const { query, agent } = run.input;
  const { span } = await resolveDays(context, AGENT_DAYS, query);
  const rows = await agentSums(context)
    .find(filterOf(agent === null ? {} : { agent }, span))
    .sort({ period: -1, agent: 1 })
    .lean();
  const { translate } = run;
  const table = await createTable(context, run, {
    name: `${translate('menu.agent_daily_statistics')} ${span.first_day} ${span.last_day}`,
    columns: periodColumns('wallet.agent_day', translate),
    format: query.format,
  });
  await writePeriods(run, table, { rows, name: (some) => namePeriods(context, some) });
}
