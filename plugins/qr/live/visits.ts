import type { PluginContext, RealtimeTopic, VisitScope } from '@waypost/sdk';
import { codeLabels } from '../screens/qr_code_list/code-labels.ts';
import { audienceScope, visitAudience } from './audience.ts';
import type { LiveVisits } from './live-visits.ts';
import { pushAfterFolds } from './push-after-folds.ts';
import { createVisitRate, RATE_WINDOW_MS, type VisitRate } from './visit-rate.ts';

/** Topic of the live feed; each event is a whole `LiveVisits`. */
export const LIVE_TOPIC = 'qr.live';
/** The rate falls while nobody visits: it is told again this often, milliseconds. */
const BEAT_MS = 5_000;
const LATEST = 20;
/** Visitors of the last minute that are sorted into regions. */
const REGION_VISITORS = 200;

export function liveTopic(context: PluginContext): RealtimeTopic {
  return {
    permission: 'qr.visit:read',
    isState: true,
    scope: visitAudience,
    watched(audience) {
      const scope = audienceScope(audience);
      const rate = createVisitRate();
      let told = '';
      return pushAfterFolds({
        context,
        topic: LIVE_TOPIC,
        audience,
        beatMs: BEAT_MS,
        async read() {
          const { view_number } = await context.visits.today(scope);
          const live = await readLive(context, scope, rate(view_number, performance.now()));
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

async function readLive(context: PluginContext, scope: VisitScope, rate: VisitRate): Promise<LiveVisits> {
  const since = new Date(context.clock.now() - RATE_WINDOW_MS).toISOString();
  const [latest, recent] = await Promise.all([
    context.visits.visitors({ scope, page: 1, page_size: LATEST }),
    context.visits.visitors({ scope, last_time_from: since, page: 1, page_size: REGION_VISITORS }),
  ]);
  const labels = await codeLabels(
    context,
    latest.content.map(({ link }) => link),
  );
  const regions = new Map<string, number>();
  for (const { location } of recent.content) regions.set(location, (regions.get(location) ?? 0) + 1);
  return {
    rate,
    visitors: recent.count,
    visits: latest.content.map(
      ({ id, link, ip, location, isp, device, system, app, browser, count, last_time }) => {
        const { name = '', short_code = '' } = labels.get(link) ?? {};
        return {
          id,
          link,
          name,
          short_code,
          ip,
          location,
          isp,
          device,
          system,
          app,
          browser,
          count,
          last_time,
        };
      },
    ),
    regions: [...regions]
      .map(([location, visitors]) => ({ location, visitors }))
      .sort((first, second) => second.visitors - first.visitors),
  };
}
