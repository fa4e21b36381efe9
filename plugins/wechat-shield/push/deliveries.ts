import { NOBODY } from '@waypost/contract';
import { newId, type PluginContext } from '@waypost/sdk';
import type { PushConfig } from '../detection/config.ts';

import type { StoredDelivery } from './stored.ts';
import type { Channel, PushKind } from './values.ts';

/** What has to be told of a block, to whom the policy says now. */
export function freshDeliveries(
  context: PluginContext,
  { kind, config, holder }: { kind: PushKind; config: PushConfig; holder: string },
): StoredDelivery[] {
  const { tell_owner, tell_operators, webhook_url } = config;
  const channels: Channel[] = [
    ...(tell_owner && holder !== NOBODY ? (['owner'] as const) : []),
    ...(tell_operators ? (['operators'] as const) : []),
    ...(webhook_url === '' ? [] : (['webhook'] as const)),
  ];
  const now = context.clock.date().toISOString();
  return channels.map((channel) => ({
    key: newId(context),
    channel,
    kind,
    state: 'waiting' as const,
    tries: 0,
    answer: '',
    next_time: now,
    time: null,
  }));
}
