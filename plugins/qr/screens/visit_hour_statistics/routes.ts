import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountVisitHourStatistics(context: PluginContext): void {
  mountStatistics(context, 'visit_hour_statistics', { parent: 'over_time', sort: 87, icon: 'clock' });
}
