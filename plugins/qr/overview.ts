import {
  type Filter,
  OVERVIEW_POINT,
  type OverviewLine,
  type PluginContext,
  type Stored,
} from '@waypost/sdk';
import { abuseReport } from './screens/abuse_desk/resource.ts';
import { READ as COUNTS } from './screens/count_reconciliation/calls.ts';
import { differingHours } from './screens/count_reconciliation/service.ts';
import { codeResource } from './screens/qr_code_list/resource.ts';

/** Most things that a line counts. */
const MOST = 1_000;

/** What the overview of whoever runs the platform tells of codes and of reports about them. */
export function contributeOverview(context: PluginContext): void {
  const contribute = (name: string, line: OverviewLine) =>
    context.points.contribute(OVERVIEW_POINT, '^1', name, line);
  const reports = (filter: Filter<Stored<typeof abuseReport>>) =>
    context.model(abuseReport).countDocuments(filter).limit(MOST);
  contribute('qr.open_reports', {
    title: 'qr.overview.open_reports',
    kind: 'waiting',
    permission: 'qr.abuse_report:update',
    screen: 'abuse_desk?state=open',
    count: () => reports({ state: 'open' }),
  });
  contribute('qr.new_reports', {
    title: 'qr.overview.new_reports',
    kind: 'new',
    permission: 'qr.abuse_report:read',
    screen: 'abuse_desk',
    count: (since) => reports(since === null ? {} : { create_time: { $gte: new Date(since) } }),
  });
  contribute('qr.count_differences', {
    title: 'qr.overview.count_differences',
    kind: 'waiting',
    permission: COUNTS,
    screen: 'count_reconciliation',
    count: async () => (await differingHours(context)).length,
  });
  contribute('qr.new_codes', {
    title: 'qr.overview.new_codes',
    kind: 'new',
    permission: 'qr.code:read_all',
    screen: 'qr_code_list_admin',
    count: (since) =>
      context
        .model(codeResource)
        .countDocuments({ _id: { $gte: firstIdSince(since) }, remove_time: null })
        .limit(MOST),
  });
}

/** Ids begin with the second of their making: those since then stand beside each other, however many codes there are. */
function firstIdSince(since: string | null): string {
  const seconds = since === null ? 0 : Math.floor(Date.parse(since) / 1000);
  return seconds.toString(16).padStart(8, '0').padEnd(24, '0');
}
