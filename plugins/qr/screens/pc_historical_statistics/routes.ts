import type { PluginContext } from '@waypost/sdk';
import { mountStatistics } from '../../statistics/server/mount.ts';

export function mountPcHistoricalStatistics(context: PluginContext): void {
  mountStatistics(context, 'pc_historical_statistics', { parent: 'sources', sort: 85, icon: 'desktop' });
}
