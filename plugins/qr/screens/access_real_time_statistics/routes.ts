import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { visitAudience } from '../../live/audience.ts';
import type { LiveReader } from '../../live/live-reader.ts';
import { STATISTICS_PLACE } from '../../statistics/place.ts';
import { liveCall, ownLiveCall } from './calls.ts';

/** Mounts the live visits: what the topic `qr.live` tells, for pages that have to ask. */
export function mountLiveVisits(context: PluginContext, readLive: LiveReader): void {
  const read = ({ caller }: SignedRequest, parameter: string | undefined) =>
    readLive(visitAudience({ caller, parameter }) ?? caller.id);
  context.call(liveCall, ({ owner }, request) => read(request, owner));
  context.call(ownLiveCall, (_body, request) => read(request, 'own'));
  context.menu(
    {
      route: 'access_real_time_statistics',
      ...STATISTICS_PLACE,
      sort: 95,
      icon: 'thunderbolt',
    },
    'qr.visit:read',
  );
}
