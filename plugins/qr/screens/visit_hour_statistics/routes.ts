import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountVisitHourStatistics(context: PluginContext): void {
  mountStatistics(context, 'visit_hour_statistics', { sort: 87, icon: 'clock' });
}
