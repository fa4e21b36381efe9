import { type BodyOf, type Page, paging } from '@waypost/contract';
import {
  createTable,
  type HostDay,
  type OperationRun,
  type OwnerDay,
  type PluginContext,
} from '@waypost/sdk';
import { z } from 'zod';
import { numbersOf } from '../../statistics/range.ts';
import { resolveRange } from '../../statistics/server/resolve-range.ts';
import {
  FIGURES,
  type SummaryRow,
  type visitSummaryCall,
  type visitSummaryTotalsCall,
  zVisitSummaryExport,
} from './calls.ts';
import { findRows, groupsOf, nameRows, type SummedDay } from './find-rows.ts';
import { orderRows } from './order-rows.ts';
import { SUMMARY_RANGE } from './range.ts';

/** One page of the summary. */
export async function listSummary(
  context: PluginContext,
  wish: BodyOf<typeof visitSummaryCall>,
): Promise<Page<SummaryRow>> {
  const { page, page_size, skip } = paging(wish);
  const { span } = await resolveRange(context, SUMMARY_RANGE, wish, {});
  const rows = await findRows(context, wish, span);
  const content = await nameRows(context, wish.by, orderRows(rows, wish, { skip, take: page_size }));
  return { content, count: rows.length, page, page_size };
}

/** Sums over all rows of the summary. */
export async function summaryTotals(context: PluginContext, wish: BodyOf<typeof visitSummaryTotalsCall>) {
  const { span, today } = await resolveRange(context, SUMMARY_RANGE, wish, {});
  const rows = await findRows(context, wish, span);
  const sum = (of: keyof HostDay & keyof OwnerDay) => rows.reduce((total, row) => total + row[of], 0);
  return {
    view_number: sum('view_number'),
    ip_view_number: await addressesOf(context, wish, { ...span, rows }),
    new_visitor_number: sum('new_visitor_number'),
    bot_view_number: sum('bot_view_number'),
    expired_view_number: sum('expired_view_number'),
    group_number: groupsOf(rows).size,
    ...span,
    today,
  };
}

/** Different addresses of the whole range, never a sum of days: those of everybody, or of the one customer that was found. */
async function addressesOf(
  context: PluginContext,
  { by = 'customer', search = '' }: BodyOf<typeof visitSummaryTotalsCall>,
  found: { first_day: string; last_day: string; rows: readonly SummedDay[] },
): Promise<number | null> {
  const range = numbersOf(found);
  if (search.trim() === '') return context.visits.uniqueAddresses({}, range);
  const [owner, ...others] = groupsOf(found.rows);
  if (owner === undefined) return 0;
  return by === 'customer' && others.length === 0 ? context.visits.uniqueAddresses({ owner }, range) : null;
}

export const zSummaryExportInput = z.strictObject({ query: zVisitSummaryExport });
const AT_ONCE = 500;

/** Writes every row of the summary as a table. */
export async function exportSummary(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zSummaryExportInput>>,
): Promise<void> {
  const { translate, signal } = run;
  const { format, ...query } = run.input.query;
  const { span } = await resolveRange(context, SUMMARY_RANGE, query, {});
  const found = await findRows(context, query, span);
  const rows = orderRows(found, query, { skip: 0, take: found.length });
  const columns = ['day', 'name', ...FIGURES] as const;
  const table = await createTable(context, run, {
    name: `${translate('menu.visit_summary')} ${span.first_day} ${span.last_day}`,
    columns: columns.map((column) => translate(`qr.visit_summary.${column}`)),
    format,
  });
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    signal.throwIfAborted();
    run.progress(at, rows.length);
    for (const row of await nameRows(context, query.by, rows.slice(at, at + AT_ONCE)))
      await table.write(columns.map((column) => row[column] ?? ''));
  }
  await table.end();
  run.progress(rows.length, rows.length);
}
