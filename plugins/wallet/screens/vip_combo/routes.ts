import type { PluginContext } from '@waypost/sdk';
import { planResource } from './resource.ts';

/** What is done with plans, and with the memberships that come of them. */
const BUTTONS = [
  ...['wallet.plan:create', 'wallet.plan:update', 'wallet.plan:delete'],
  ...['wallet.membership:read', 'wallet.membership:give'],
];

/** Mounts plans, which administrators write. */
export function mountPlans(context: PluginContext): void {
  context.resource(planResource);
  context.menu(
    { route: 'vip_combo', parent: 'money', sort: 90, icon: 'gift', roles: ['administrator'] },
    'wallet.plan:read',
    BUTTONS,
  );
}
