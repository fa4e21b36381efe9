import { definePlugin, finderName, OWNER_CODES } from '@waypost/sdk';
import { contributeAccountData } from './codes/account-data.ts';
import { codeFinder } from './codes/find-codes.ts';
import { ownerCodes } from './codes/owner-codes.ts';
import { keepUsedUp } from './codes/status/used-up.ts';
import { mountKeptVisits } from './kept/routes.ts';
import { createLiveReader } from './live/live-reader.ts';
import { TODAY_TOPIC, todayTopic } from './live/today.ts';
import { LIVE_TOPIC, liveTopic } from './live/visits.ts';
import { keepDueMessages } from './messages/due-messages.ts';
import { contributeOverview } from './overview.ts';
import { mountReportDesk } from './screens/abuse_desk/routes.ts';
import { mountAccessLog } from './screens/access_log/routes.ts';
import { mountLiveVisits } from './screens/access_real_time_statistics/routes.ts';
import { mountDailyStatistics } from './screens/daily_statistics/routes.ts';
import { mountHistoricalStatistics } from './screens/historical_statistics/routes.ts';
import { mountHourlyStatistics } from './screens/hourly_statistics/routes.ts';
import { mountPcHistoricalStatistics } from './screens/pc_historical_statistics/routes.ts';
import { mountCodes } from './screens/qr_code_list/routes.ts';
import { mountCodeAdministration } from './screens/qr_code_list_admin/routes.ts';
import { mountAbuseReports } from './screens/report_abuse/routes.ts';
import { mountCodeEditor } from './screens/set_qr_code/routes.ts';
import { mountShareAccess } from './screens/share_access/routes.ts';
import { mountShortLinks } from './screens/short_qr_code_list/routes.ts';
import { mountTodayStatistics } from './screens/today_statistics/routes.ts';
import { mountProviders } from './screens/url_key_platform/routes.ts';
import { mountVisitHourStatistics } from './screens/visit_hour_statistics/routes.ts';
import { mountVisitors } from './screens/visitor/routes.ts';
import { qrSettings } from './settings.ts';
import { defineStatisticsExport } from './statistics/server/mount.ts';

/** QR codes, short links and their visits. */
export const plugin = definePlugin({
  id: 'qr',
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
    mountCodes(context, readSettings);
    await keepUsedUp(context);
    context.provide(finderName('code'), codeFinder(context));
    context.provide(OWNER_CODES, ownerCodes(context));
    contributeAccountData(context);
    contributeOverview(context);
    mountCodeAdministration(context);
    mountCodeEditor(context);
    mountShareAccess(context);
    mountAccessLog(context);
    await mountKeptVisits(context, settings);
    await mountReportDesk(context, readSettings);
    mountAbuseReports(context);
    await mountProviders(context);
    mountShortLinks(context);
    context.realtime.topic(TODAY_TOPIC, todayTopic(context));
    const readLive = createLiveReader(context);
    mountLiveVisits(context, readLive);
    context.realtime.topic(LIVE_TOPIC, liveTopic(context, readLive));
  },
});
