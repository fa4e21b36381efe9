import { OVERVIEW_POINT, type PluginContext } from '@waypost/sdk';
import { PUSH_READ } from './push/nodes.ts';
import { pushResource } from './screens/shield_push/resource.ts';

/** Most things that a line counts. */
const MOST = 1_000;

/** What the overview of whoever runs the platform tells: domains that are blocked now. */
export function contributeOverview(context: PluginContext): void {
  context.points.contribute(OVERVIEW_POINT, '^1', 'wechat-shield.blocked', {
    title: 'wechat-shield.overview.blocked',
    kind: 'waiting',
    permission: PUSH_READ,
    screen: 'shield_push?state=open',
    count: () => context.model(pushResource).countDocuments({ is_open: true }).limit(MOST),
  });
}
