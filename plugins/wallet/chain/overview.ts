import { OVERVIEW_POINT, type PluginContext } from '@waypost/sdk';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';

/** Most things that a line counts. */
const MOST = 1_000;

/** What the overview of whoever runs the platform tells of the chain: money that belongs to nobody yet, or is gone. */
export function contributeOverview(context: PluginContext): void {
  context.points.contribute(OVERVIEW_POINT, '^1', 'wallet.unmatched', {
    title: 'wallet.overview.unmatched',
    kind: 'waiting',
    permission: 'wallet.transfer:resolve',
    screen: 'usdt_transaction_record?state=unmatched&state=gone',
    count: () =>
      context
        .model(transferResource)
        .countDocuments({ state: { $in: ['unmatched', 'gone'] } })
        .limit(MOST),
  });
}
