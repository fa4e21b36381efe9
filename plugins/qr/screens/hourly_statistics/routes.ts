import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountHourlyStatistics(context: PluginContext): void {
  mountStatistics(context, 'hourly_statistics', { parent: 'over_time', sort: 88, icon: 'history' });
}
