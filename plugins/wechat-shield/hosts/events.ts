import { NOBODY, ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { Status } from '../status/values.ts';

import type { StoredHost } from './stored.ts';

/** What the plugin of the domains listens to; docs/http.md, "Watched domains". */
const FAILING = 'wechat-shield.failing';
const WORKING = 'wechat-shield.working';
const UNKNOWN = 'wechat-shield.unknown';
const EVENTS: Readonly<Record<Status, string>> = {
  [ShieldStatus.normal]: WORKING,
  [ShieldStatus.blocked]: FAILING,
  [ShieldStatus.failed]: UNKNOWN,
};

/**
 * Tells the plugin of the domains how a name stands in WeChat, at each check anew: told again nothing happens, and a plugin
 * that was off meanwhile hears it the next time. What follows from a block is a person's to decide.
 */
export async function tellDomain(
  context: PluginContext,
  { name, type, owner }: Pick<StoredHost, 'name' | 'type' | 'owner'>,
  status: Status,
): Promise<void> {
  const holder = owner === undefined || owner === NOBODY ? null : String(owner);
  await context.events.emit(EVENTS[status], {
    host: name,
    type,
    owner: holder,
    facet: 'wechat',
    policy: true,
  });
}
