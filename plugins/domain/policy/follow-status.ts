import { ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { HELD_STATES } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { spareResource } from '../screens/hold_domain/resource.ts';
import { POLICY_FAILING, POLICY_UNKNOWN, POLICY_WORKING } from '../watching/events.ts';

/** What each event says of the name in it. */
const STATUS_OF = {
  [POLICY_FAILING]: ShieldStatus.blocked,
  [POLICY_WORKING]: ShieldStatus.normal,
  [POLICY_UNKNOWN]: ShieldStatus.failed,
} as const;
const zTold = z.object({ host: z.string().min(1), policy: z.literal(true) });

/**
 * Keeps with domains, their watches and spares how they stand in WeChat. Each check tells it anew: what was said while this plugin was
 * off is said again with the next one.
 */
export function followStatus(context: PluginContext): void {
  for (const [event, wechat_status] of Object.entries(STATUS_OF))
    context.events.on(event, async (payload) => {
      const { host: name } = zTold.parse(payload);
      const change = { $set: { wechat_status } };
      const isOther = { wechat_status: { $ne: wechat_status } };
      const options = { timestamps: false } as const;
      await context
        .model(domainResource)
        .updateMany({ name, state: { $in: HELD_STATES }, ...isOther }, change, options);
      for (const resource of [watchResource, spareResource])
        await context.model(resource).updateMany({ name, ...isOther }, change, options);
    });
}
