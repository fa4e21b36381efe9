import type { PluginContext } from '@waypost/sdk';
import { seesEveryOwner } from '../../codes/scope.ts';
import { STATISTICS_PLACE } from '../../statistics/place.ts';
import { ownTodayCall, todayCall } from './calls.ts';
import { todayStatistics } from './service.ts';

/** Mounts today's statistics. */
export function mountTodayStatistics(context: PluginContext): void {
  context.call(todayCall, ({ link }, request) =>
    todayStatistics(context, {
      owner: seesEveryOwner(request) ? undefined : request.caller.id,
      link,
    }),
  );
  context.call(ownTodayCall, ({ link }, request) =>
    todayStatistics(context, { owner: request.caller.id, link }),
  );
  context.menu(
    {
      route: 'today_statistics',
      ...STATISTICS_PLACE,
      sort: 100,
      icon: 'dashboard',
      home: true,
    },
    'qr.visit:read',
  );
}
