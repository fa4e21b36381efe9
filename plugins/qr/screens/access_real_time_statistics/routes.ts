import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { visitAudience } from '../../live/audience.ts';
import type { LiveReader } from '../../live/live-reader.ts';
import { liveCall, ownLiveCall } from './calls.ts';

/** Mounts the live visits: what the topic `qr.live` tells, for pages that have to ask. */
export function mountLiveVisits(context: PluginContext, readLive: LiveReader): void {
  const read = ({ caller }: SignedRequest, parameter: 'own' | undefined) =>
    readLive(visitAudience({ caller, parameter }) ?? caller.id);
  context.call(liveCall, (_body, request) => read(request, undefined));
  context.call(ownLiveCall, (_body, request) => read(request, 'own'));
  context.menu(
    {
      route: 'access_real_time_statistics',
      parent: 'statistics',
      sort: 95,
      icon: 'public',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.visit:read',
  );
}
