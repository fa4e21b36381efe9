import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountHistoricalStatistics(context: PluginContext): void {
  mountStatistics(context, 'historical_statistics', { parent: 'over_time', sort: 86, icon: 'book' });
}
