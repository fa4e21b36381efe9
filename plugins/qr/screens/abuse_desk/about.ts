import type { BodyOf } from '@waypost/contract';
import { type PluginContext, requireRow } from '@waypost/sdk';
import { addressesOf, placeOf, type StoredCode } from '../../codes/link.ts';
import { addressSource, codeRow } from '../../codes/present.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { type aboutReportCall, OTHER_REPORTS_MAX, type ReportAbout, type ReportedCode } from './calls.ts';
import { ownersOf } from './owners.ts';
import { reportedTargets } from './reported-targets.ts';
import { abuseReport } from './resource.ts';

/** What a report is about: the code as it stands, whose it is, where it leads, and what else was reported of it. */
export async function aboutReport(
  context: PluginContext,
  { id }: BodyOf<typeof aboutReportCall>,
): Promise<ReportAbout> {
  const reports = context.model(abuseReport);
  const report = await requireRow(reports.findOne({ _id: id }).lean());
  const [code, found] = await Promise.all([
    context.model(codeResource).findOne({ _id: report.code }).lean(),
    reports
      .find({ code: report.code, _id: { $ne: id } })
      .sort({ create_time: -1, _id: -1 })
      .limit(OTHER_REPORTS_MAX)
      .lean(),
  ]);
  const others = found.map(({ _id, reason, text, contact, state, create_time }) => ({
    id: String(_id),
    reason,
    text,
    contact,
    state,
    create_time: create_time.toISOString(),
  }));
  const [{ further } = { further: 0 }] = await reports.aggregate<{ further: number }>([
    { $match: { code: report.code, state: 'open' } },
    { $group: { _id: null, further: { $sum: '$further' } } },
  ]);
  if (!code) return { code: null, targets: [], others, further };
  return { code: await reportedCode(context, code), targets: reportedTargets(code), others, further };
}

/** What the desk shows of a code, and nothing else: who handles reports need not be allowed to read codes. */
async function reportedCode(context: PluginContext, stored: StoredCode): Promise<ReportedCode> {
  const row = codeRow(stored);
  const owner = String(stored.owner);
  const [totals, owners] = await Promise.all([context.visits.totals([row.id]), ownersOf(context, [owner])]);
  const {
    id,
    name,
    state,
    expires_at,
    expires_after = null,
    is_frozen,
    frozen_at,
    frozen_reason,
    create_time,
  } = row;
  return {
    id,
    name,
    state,
    expires_at,
    expires_after,
    is_frozen,
    frozen_at,
    frozen_reason,
    create_time,
    remove_time: row.remove_time ?? null,
    short_url: addressesOf(placeOf(stored), addressSource(context)).short_url,
    owner,
    owner_account: owners[owner] ?? '',
    view_number: totals.get(id)?.view_number ?? 0,
  };
}
