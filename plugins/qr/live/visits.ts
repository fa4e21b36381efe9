import type { PluginContext, RealtimeTopic } from '@waypost/sdk';
import { visitAudience } from './audience.ts';
import type { LiveReader } from './live-reader.ts';
import { pushAfterAggregation } from './push-after-aggregation.ts';

/** Topic of the live feed; each event is a whole `LiveVisits`. */
export const LIVE_TOPIC = 'qr.live';
/** The rate falls while nobody visits: it is told again this often, milliseconds. */
const BEAT_MS = 5_000;

export function liveTopic(context: PluginContext, readLive: LiveReader): RealtimeTopic {
  return {
    permission: 'qr.visit:read',
    isState: true,
    scope: visitAudience,
    watched(audience) {
      let told = '';
      return pushAfterAggregation({
        context,
        topic: LIVE_TOPIC,
        audience,
        beatMs: BEAT_MS,
        async read() {
          const live = await readLive(audience);
          // A feed that stands still is not told again; how long it was watched does not matter to anybody then.
          const text = JSON.stringify({ ...live, rate: { ...live.rate, watched_ms: 0 } });
          if (text === told) return undefined;
          told = text;
          return live;
        },
      });
    },
  };
}
