import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountHourlyStatistics(context: PluginContext): void {
  mountStatistics(context, 'hourly_statistics', { sort: 88, icon: 'history' });
}
