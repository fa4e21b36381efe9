import type { PluginContext } from '@waypost/sdk';
import { visitScope } from '../../codes/scope.ts';
import { STATISTICS_PLACE } from '../../statistics/place.ts';
import { ownTodayCall, todayCall } from './calls.ts';
import { todayStatistics } from './service.ts';

/** Mounts today's statistics. */
export function mountTodayStatistics(context: PluginContext): void {
  context.call(todayCall, async (wish, request) =>
    todayStatistics(context, await visitScope(context, wish, request)),
  );
  context.call(ownTodayCall, async ({ link }, request) =>
    todayStatistics(context, await visitScope(context, { own: true, link }, request)),
  );
  context.menu(
    {
      route: 'today_statistics',
      ...STATISTICS_PLACE,
      sort: 100,
      icon: 'calendar-clock',
      home: true,
    },
    'qr.visit:read',
  );
}
