import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountDailyStatistics(context: PluginContext): void {
  mountStatistics(context, 'daily_statistics', { parent: 'over_time', sort: 89, icon: 'calendar' });
}
