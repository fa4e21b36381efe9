import {
  CODE_HOSTS,
  definePlugin,
  finderName,
  HOST_FREEZES,
  MESSAGE_KIND_POINT,
  OWNER_CODES,
} from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { codeFinder } from './codes/find-codes.ts';
import { hostFreezes } from './codes/host-freezes.ts';
import { codeHosts } from './codes/hosts/code-hosts.ts';
import { ownerCodes } from './codes/owner-codes.ts';
import { watchRotations } from './codes/rotation/watch-rotations.ts';
import { keepUsedUp } from './codes/status/used-up.ts';
import { mountKeptVisits } from './kept/routes.ts';
import { holdKeptVisits } from './limits/kept-limits.ts';
import { holdVisitLimits } from './limits/visit-limits.ts';
import { createLiveReader } from './live/live-reader.ts';
import { TODAY_TOPIC, todayTopic } from './live/today.ts';
import { LIVE_TOPIC, liveTopic } from './live/visits.ts';
import { keepDueMessages } from './messages/due-messages.ts';
import { migrations } from './migrations/index.ts';
import { contributeOverview } from './overview.ts';
import { mountReportDesk } from './screens/abuse_desk/routes.ts';
import { mountAccessLog } from './screens/access_log/routes.ts';
import { mountLiveVisits } from './screens/access_real_time_statistics/routes.ts';
import { mountBatchQuery } from './screens/batche_query/routes.ts';
import { mountDesignPresets } from './screens/brand/routes.ts';
import { mountCheckoutIp } from './screens/checkout_ip/routes.ts';
import { mountCodeClaim } from './screens/code_claim/routes.ts';
import { mountCodeSimulator } from './screens/code_simulator/routes.ts';
import { mountCodeVersions } from './screens/code_version/routes.ts';
import { mountCounts } from './screens/count_reconciliation/routes.ts';
import { mountDailyStatistics } from './screens/daily_statistics/routes.ts';
import { mountGroups } from './screens/group/routes.ts';
import { mountHistoricalStatistics } from './screens/historical_statistics/routes.ts';
import { mountHourlyStatistics } from './screens/hourly_statistics/routes.ts';
import { mountPools } from './screens/internal_code_grouping/routes.ts';
import { mountPcHistoricalStatistics } from './screens/pc_historical_statistics/routes.ts';
import { mountPrintBatches } from './screens/print_batch/routes.ts';
import { mountCodes } from './screens/qr_code_list/routes.ts';
import { keepViewNumbers } from './screens/qr_code_list/view-numbers.ts';
import { mountCodeAdministration } from './screens/qr_code_list_admin/routes.ts';
import { mountBin } from './screens/qr_code_remove/routes.ts';
import { mountAbuseReports } from './screens/report_abuse/routes.ts';
import { mountCodeEditor } from './screens/set_qr_code/routes.ts';
import { mountShareAccess } from './screens/share_access/routes.ts';
import { mountShortCodes } from './screens/short_code/routes.ts';
import { mountShortLinks } from './screens/short_qr_code_list/routes.ts';
import { mountForeignPages } from './screens/stealing_list/routes.ts';
import { mountTodayStatistics } from './screens/today_statistics/routes.ts';
import { mountProviders } from './screens/url_key_platform/routes.ts';
import { mountVisitHourStatistics } from './screens/visit_hour_statistics/routes.ts';
import { mountVisitSummary } from './screens/visit_summary/routes.ts';
import { mountVisitors } from './screens/visitor/routes.ts';
import { qrSettings } from './settings.ts';
import { defineStatisticsExport } from './statistics/server/mount.ts';

const notices = (names: string) => names.split(' ').map((name) => `qr.notice.${name}`);

/** What people choose among where they hear of codes. */
const MESSAGE_KINDS = {
  'qr.rotation': { title: 'qr.rotation.kind', words: notices('last_target') },
  'qr.pool': { title: 'qr.pool.kind', words: notices('pool_low pool_empty') },
  'qr.report': { title: 'qr.report.kind', words: notices('reported reports_many frozen answered') },
  'qr.messages': { title: 'qr.messages.kind', words: ['qr'] },
};

/** QR codes, short links and their visits. */
export const plugin = definePlugin({
  id: 'qr',
  migrations,
  async setup(context) {
    const settings = context.settings(qrSettings);
    const readSettings = settings.get;
    await keepDueMessages(context);
    mountTodayStatistics(context);
    defineStatisticsExport(context);
    mountDailyStatistics(context);
    mountHourlyStatistics(context);
    mountVisitHourStatistics(context);
    mountHistoricalStatistics(context);
    mountPcHistoricalStatistics(context);
    mountVisitors(context);
    mountForeignPages(context);
    mountCounts(context);
    mountCodes(context, readSettings);
    await keepUsedUp(context);
    await keepViewNumbers(context);
    await watchRotations(context);
    await holdVisitLimits(context, readSettings);
    await holdKeptVisits(context);
    context.provide(finderName('code'), codeFinder(context));
    context.provide(OWNER_CODES, ownerCodes(context));
    context.provide(CODE_HOSTS, codeHosts(context));
    context.provide(HOST_FREEZES, hostFreezes(context));
    contributeAccountData(context);
    for (const [name, kind] of Object.entries(MESSAGE_KINDS))
      context.points.contribute(MESSAGE_KIND_POINT, '^1.1', name, kind);
    contributeOverview(context);
    mountCodeAdministration(context);
    await mountBin(context, readSettings);
    mountCodeEditor(context);
    mountShareAccess(context);
    mountAccessLog(context);
    await mountKeptVisits(context, settings);
    await mountReportDesk(context, readSettings);
    mountAbuseReports(context);
    await mountProviders(context);
    mountGroups(context);
    mountDesignPresets(context);
    await mountPools(context);
    mountShortCodes(context);
    mountShortLinks(context);
    mountPrintBatches(context, readSettings);
    mountCodeClaim(context);
    mountCodeVersions(context);
    mountCodeSimulator(context);
    mountBatchQuery(context);
    mountCheckoutIp(context);
    mountVisitSummary(context);
    context.realtime.topic(TODAY_TOPIC, todayTopic(context));
    const readLive = createLiveReader(context);
    mountLiveVisits(context, readLive);
    context.realtime.topic(LIVE_TOPIC, liveTopic(context, readLive));
  },
});
