import { type BodyOf, paging, type ResultOf } from '@waypost/contract';
import {
  createTable,
  type OperationRun,
  type PluginContext,
  type SignedRequest,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { listPeriods, namePeriods } from '../../agents/list-periods.ts';
import { addSums, readSums, showSums } from '../../agents/show-sums.ts';
import { agentCustomers, agentSums, SUMMED } from '../../agents/sums.ts';
import { whose } from '../../agents/whose.ts';
import { periodColumns, writePeriods } from '../../agents/write-table.ts';
import { namesOf } from '../../money/names-of.ts';
import { MOST_COUNTED } from '../../orders/values.ts';
import {
  type agentCustomersCall,
  type agentHistoryTotalsCall,
  type agentMonthsCall,
  READ_ALL_HISTORY,
  zAgentHistoryExport,
} from './calls.ts';

/** A page of months. */
export function listMonths(
  context: PluginContext,
  body: BodyOf<typeof agentMonthsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof agentMonthsCall>> {
  return listPeriods(context, { kind: 'month', ...whose(request, READ_ALL_HISTORY, body.agent) }, body);
}

/** A page of what customers came to over the whole time. */
export async function listCustomers(
  context: PluginContext,
  { customer, sort_field = 'turnover', sort_order = 'desc', ...body }: BodyOf<typeof agentCustomersCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof agentCustomersCall>> {
  const { page, page_size, skip } = paging(body);
  const filter = {
    ...whose(request, READ_ALL_HISTORY, body.agent),
    ...(customer === undefined ? {} : { customer }),
  };
  const sign = sort_order === 'desc' ? -1 : 1;
  const model = agentCustomers(context);
  const [found, count] = await Promise.all([
    model
      .find(filter)
      .sort({ [sort_field]: sign, _id: sign === -1 ? 1 : -1 })
      .skip(skip)
      .limit(page_size)
      .lean(),
    model.countDocuments(filter, { limit: MOST_COUNTED + 1 }),
  ]);
  const names = await namesOf(
    context,
    found.flatMap((row) => [row.agent, row.customer]),
  );
  return {
    content: found.map((row) => ({
      id: row._id,
      agent: row.agent,
      agent_account: names[row.agent] ?? '',
      customer: row.customer,
      customer_account: names[row.customer] ?? '',
      ...showSums(readSums(row)),
      first_time: row.first_time.toISOString(),
      last_time: row.last_time?.toISOString() ?? null,
    })),
    count: Math.min(count, MOST_COUNTED),
    ...(count > MOST_COUNTED ? { is_at_least: true } : {}),
    page,
    page_size,
  };
}

/** Sums over the whole time: of the months, of which one agent has few. */
export async function historyTotals(
  context: PluginContext,
  { agent }: BodyOf<typeof agentHistoryTotalsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof agentHistoryTotalsCall>> {
  const filter = { kind: 'month' as const, ...whose(request, READ_ALL_HISTORY, agent) };
  const rows = await agentSums(context).find(filter, SUMMED).lean();
  return {
    ...showSums(addSums(rows)),
    customers: rows.reduce((sum, { customers }) => sum + customers, 0),
    first_month: rows.map(({ period }) => period).sort()[0] ?? null,
  };
}

/** What an export was asked for: whose months was said by the rights of who asked. */
export const zHistoryExportInput = z.strictObject({
  format: zAgentHistoryExport.shape.format,
  agent: z.string().nullable(),
});

/** Writes all months as a table. */
export async function exportMonths(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zHistoryExportInput>>,
): Promise<void> {
  const { format, agent } = run.input;
  const rows = await agentSums(context)
    .find({ kind: 'month', ...(agent === null ? {} : { agent }) })
    .sort({ period: -1, agent: 1 })
    .lean();
  const { translate } = run;
  const table = await createTable(context, run, {
    name: `${translate('menu.agent_historical_statistics')} ${todayOf(context)}`,
    columns: periodColumns('wallet.agent_month', translate),
    format,
  });
  await writePeriods(run, table, { rows, name: (some) => namePeriods(context, some) });
}
