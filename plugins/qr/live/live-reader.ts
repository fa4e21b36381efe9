import type { PluginContext, VisitScope } from '@waypost/sdk';
import { codeLabels } from '../codes/code-labels.ts';
import type { LiveVisits } from '../screens/access_real_time_statistics/calls.ts';
import { audienceScope } from './audience.ts';
import { createVisitRate, HALF_HOUR_MS, MINUTE_MS, type VisitRate, visitsOfWindow } from './visit-rate.ts';

const LATEST = 20;
/** Visitors of a window, the latest, that are sorted into regions. */
const REGION_VISITORS = 200;
/** The half hour of an audience with more visitors than these is read this often at most, milliseconds: it hardly changes. */
const SLOW_MS = 5_000;
/** And no sooner than so many times as long as reading it took: all of its visitors are counted, and they may be millions. */
const REST = 20;

/** Reads what an audience sees of its visits now. */
export type LiveReader = (audience: string) => Promise<LiveVisits>;

/**
 * One reader for the topic and for pages that poll: both note the same sums, so that the rate of an audience is known
 * as soon as anybody has looked at it for a while. What nobody has read for a minute is forgotten.
 * @param monotonic milliseconds that only go forward
 */
export function createLiveReader(
  context: PluginContext,
  monotonic: () => number = () => performance.now(),
): LiveReader {
  const audiences = new Map<string, Audience>();

  function audienceOf(name: string, now: number): Audience {
    for (const [other, { at }] of audiences) if (now - at > MINUTE_MS) audiences.delete(other);
    const audience = audiences.get(name) ?? {
      at: now,
      minute: createVisitRate(MINUTE_MS),
      halfHour: createVisitRate(HALF_HOUR_MS),
      lastRead: undefined,
    };
    audience.at = now;
    audiences.set(name, audience);
    return audience;
  }

  /** Reads the half hour of an audience: once for all who ask at the same time, and a recent answer serves again. */
  async function readHalfHour(
    audience: Audience,
    scope: VisitScope,
    rate: VisitRate,
  ): Promise<WindowFigures> {
    const begun = monotonic();
    if (audience.lastRead !== undefined && begun < audience.lastRead.until) return audience.lastRead.figures;
    const figures = readWindow(context, scope, { rate, ms: HALF_HOUR_MS });
    audience.lastRead = { figures, until: Number.POSITIVE_INFINITY };
    try {
      const { visitors } = await figures;
      const ended = monotonic();
      const rest = visitors > REGION_VISITORS ? Math.max(SLOW_MS, REST * (ended - begun)) : 0;
      audience.lastRead = { figures, until: ended + rest };
    } catch {
      // Those who asked get the error; the next one reads anew.
      audience.lastRead = undefined;
    }
    return figures;
  }

  return async (name) => {
    const scope = audienceScope(name);
    const today = await context.visits.today(scope);
    const now = monotonic();
    const audience = audienceOf(name, now);
    const [rate, longRate] = [audience.minute(today, now), audience.halfHour(today, now)];
    const [visits, minute, halfHour] = await Promise.all([
      readLatest(context, scope),
      readWindow(context, scope, { rate, ms: MINUTE_MS }),
      readHalfHour(audience, scope, longRate),
    ]);
    return {
      rate: { ...rate, visits: minute.visits },
      today: today.view_number,
      visitors: minute.visitors,
      visits,
      regions: minute.regions,
      half_hour: halfHour,
    };
  };
}

type WindowFigures = LiveVisits['half_hour'];

interface Audience {
  /** When somebody read it last. */
  at: number;
  minute: ReturnType<typeof createVisitRate>;
  halfHour: ReturnType<typeof createVisitRate>;
  /** The half hour as it was read last, or is being read, and until when that is good enough. */
  lastRead: { figures: Promise<WindowFigures>; until: number } | undefined;
}

async function readWindow(
  context: PluginContext,
  scope: VisitScope,
  { rate, ms }: { rate: VisitRate; ms: number },
): Promise<WindowFigures> {
  const since = new Date(context.clock.now() - ms).toISOString();
  const recent = await context.visits.visitors({
    scope,
    last_time_from: since,
    isWhole: true,
    page: 1,
    page_size: REGION_VISITORS,
  });
  const regions = new Map<string, number>();
  for (const { location } of recent.content) regions.set(location, (regions.get(location) ?? 0) + 1);
  return {
    visits: visitsOfWindow(rate, recent, { since, ms }),
    visitors: recent.count,
    regions: [...regions]
      .map(([location, visitors]) => ({ location, visitors }))
      .sort((first, second) => second.visitors - first.visitors),
  };
}

async function readLatest(context: PluginContext, scope: VisitScope): Promise<LiveVisits['visits']> {
  const latest = await context.visits.visitors({ scope, page: 1, page_size: LATEST });
  const labels = await codeLabels(
    context,
    latest.content.map(({ link }) => link),
    scope,
  );
  return latest.content.map(
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
  );
}
