import type { PluginContext } from '@waypost/sdk';
import { codeResource } from '../qr_code_list/resource.ts';
import { ownersOf } from './owners.ts';
import { abuseReport, type ReportRow } from './resource.ts';

/** Adds to reports what their codes are called, how many more are open about each, and who handled them. */
export async function presentReports(
  context: PluginContext,
  rows: readonly ReportRow[],
): Promise<ReportRow[]> {
  const ids = [...new Set(rows.map(({ code }) => code))];
  const model = context.model(abuseReport);
  const [handled, codes, open] = await Promise.all([
    model.find({ _id: { $in: rows.map(({ id }) => id) }, state_by: { $gt: '' } }, { state_by: 1 }).lean(),
    context
      .model(codeResource)
      .find({ _id: { $in: ids } }, { name: 1 })
      .lean(),
    model.aggregate<{ _id: string; count: number; further: number }>([
      { $match: { code: { $in: ids }, state: 'open' } },
      { $group: { _id: '$code', count: { $sum: 1 }, further: { $sum: '$further' } } },
    ]),
  ]);
  const handlers = new Map(handled.map(({ _id, state_by }) => [String(_id), state_by]));
  const accounts = handlers.size === 0 ? {} : await ownersOf(context, [...handlers.values()]);
  const names = new Map(codes.map(({ _id, name }) => [String(_id), name]));
  const counts = new Map(open.map(({ _id, count, further }) => [_id, count + further]));
  return rows.map((row) => ({
    ...row,
    further: row.further ?? 0,
    state_account: accounts[handlers.get(row.id) ?? ''] ?? '',
    code_name: names.get(row.code) ?? '',
    more: (counts.get(row.code) ?? 0) - (row.state === 'open' ? 1 : 0),
  }));
}
