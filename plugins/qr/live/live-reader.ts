import type { PluginContext, VisitScope } from '@waypost/sdk';
import { codeLabels } from '../codes/code-labels.ts';
import type { LiveVisits } from '../screens/access_real_time_statistics/calls.ts';
import { audienceScope } from './audience.ts';
import { createVisitRate, RATE_WINDOW_MS, type VisitRate, visitsOfWindow } from './visit-rate.ts';

const LATEST = 20;
/** Visitors of the last minute that are sorted into regions. */
const REGION_VISITORS = 200;

/** Reads what an audience sees of its visits now. */
export type LiveReader = (audience: string) => Promise<LiveVisits>;

/**
 * One reader for the topic and for pages that poll: both note the same sums, so that the rate of an audience is known
 * as soon as anybody has looked at it for a while. What nobody has read for longer than the rate looks back is forgotten.
 * @param monotonic milliseconds that only go forward
 */
export function createLiveReader(
  context: PluginContext,
  monotonic: () => number = () => performance.now(),
): LiveReader {
  const rates = new Map<string, { note: ReturnType<typeof createVisitRate>; at: number }>();

  function rateOf(audience: string, sum: number): VisitRate {
    const now = monotonic();
    for (const [name, { at }] of rates) if (now - at > RATE_WINDOW_MS) rates.delete(name);
    const known = rates.get(audience) ?? { note: createVisitRate(), at: now };
    known.at = now;
    rates.set(audience, known);
    return known.note(sum, now);
  }

  return async (audience) => {
    const scope = audienceScope(audience);
    const { view_number } = await context.visits.today(scope);
    return { ...(await readLive(context, scope, rateOf(audience, view_number))), today: view_number };
  };
}

async function readLive(
  context: PluginContext,
  scope: VisitScope,
  rate: VisitRate,
): Promise<Omit<LiveVisits, 'today'>> {
  const since = new Date(context.clock.now() - RATE_WINDOW_MS).toISOString();
  const [latest, recent] = await Promise.all([
    context.visits.visitors({ scope, page: 1, page_size: LATEST }),
    context.visits.visitors({
      scope,
      last_time_from: since,
      isWhole: true,
      page: 1,
      page_size: REGION_VISITORS,
    }),
  ]);
  const labels = await codeLabels(
    context,
    latest.content.map(({ link }) => link),
    scope,
  );
  const regions = new Map<string, number>();
  for (const { location } of recent.content) regions.set(location, (regions.get(location) ?? 0) + 1);
  return {
    rate: { ...rate, visits: visitsOfWindow(rate, recent, since) },
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
