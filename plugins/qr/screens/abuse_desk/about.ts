import { type BodyOf, errors } from '@waypost/contract';
import type { PluginContext, SignedRequest, Stored } from '@waypost/sdk';
import type { StoredCode } from '../../codes/link.ts';
import { codeRow, presentCodes } from '../../codes/present.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { type aboutReportCall, OTHER_REPORTS_MAX, type ReportAbout } from './calls.ts';
import { ownersOf } from './owners.ts';
import { reportedTargets } from './reported-targets.ts';
import { abuseReport } from './resource.ts';

type StoredReport = Stored<typeof abuseReport>;

/** What a report is about: the code as it stands, whose it is, where it leads, and what else was reported of it. */
export async function aboutReport(
  context: PluginContext,
  { id }: BodyOf<typeof aboutReportCall>,
  request: SignedRequest,
): Promise<ReportAbout> {
  const reports = context.model(abuseReport);
  const report = (await reports.findOne({ _id: id }).lean()) as StoredReport | null;
  if (!report) throw errors.notFound.create();
  const [code, found] = await Promise.all([
    context.model(codeResource).findOne({ _id: report.code }).lean() as Promise<StoredCode | null>,
    reports
      .find({ code: report.code, _id: { $ne: id } })
      .sort({ create_time: -1 })
      .limit(OTHER_REPORTS_MAX)
      .lean() as Promise<StoredReport[]>,
  ]);
  const others = found.map(({ _id, reason, text, contact, state, create_time }) => ({
    id: String(_id),
    reason,
    text,
    contact,
    state,
    create_time: create_time.toISOString(),
  }));
  if (!code) return { code: null, targets: [], others };
  const owner = String(code.owner);
  const [row] = await presentCodes(context, [codeRow(code)], request);
  const owners = await ownersOf(context, [owner]);
  return {
    code: row ? { ...row, owner_account: owners[owner] ?? '' } : null,
    targets: reportedTargets(code),
    others,
  };
}
