import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountDailyStatistics(context: PluginContext): void {
  mountStatistics(context, 'daily_statistics', { sort: 89, icon: 'calendar' });
}
