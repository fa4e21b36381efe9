import type { BulkWrite, CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { dayOf } from '@waypost/sdk';
import type { Settled } from './next-watch.ts';
import { FACETS, type Facet, type Finding } from './values.ts';

/** By `<facet>_<finding>`. */
type Counts = { [count in `${Facet}_${Finding}`]?: number };

/** One day of one name: how often each facet was found how, and for how long visits did not arrive. */
export interface WatchDay extends Counts {
  _id: string;
  watch: string;
  /** Of TIME_ZONE, yyyy-mm-dd. */
  day: string;
  slowest_ms?: number;
  down_ms?: number;
}

const COLLECTION: CollectionDeclaration<WatchDay> = {
  name: 'watch_day',
  onUninstall: 'drop',
  fields: {
    _id: String,
    watch: String,
    day: String,
    slowest_ms: Number,
    down_ms: Number,
    dns_good: Number,
    dns_bad: Number,
    dns_unknown: Number,
    http_good: Number,
    http_bad: Number,
    http_unknown: Number,
    https_good: Number,
    https_bad: Number,
    https_unknown: Number,
    certificate_good: Number,
    certificate_bad: Number,
    certificate_unknown: Number,
    registration_good: Number,
    registration_bad: Number,
    registration_unknown: Number,
  },
  indexes: [{ keys: { watch: 1, day: 1 } }, { keys: { day: 1 } }],
};

export const watchDays = (context: PluginContext) => context.collection(COLLECTION);

/** What a look adds to the day that it is. */
export function dayWrite(id: string, day: string, { found, downMs }: Settled): BulkWrite<WatchDay> {
  const counts: Counts = {};
  let slowest = 0;
  for (const facet of FACETS) {
    const look = found[facet];
    if (look === undefined) continue;
    counts[`${facet}_${look.finding}`] = 1;
    if ((facet === 'http' || facet === 'https') && look.finding === 'good')
      slowest = Math.max(slowest, look.ms ?? 0);
  }
  return {
    updateOne: {
      filter: { _id: `${id} ${day}` },
      update: {
        $setOnInsert: { watch: id, day },
        $inc: { ...counts, down_ms: downMs },
        $max: { slowest_ms: slowest },
      },
      upsert: true,
    },
  };
}

export interface DayFacts {
  day: string;
  down_minutes: number;
  slowest_ms: number;
  /** Looks of the day, and those that found something amiss, of all facets together. */
  looks: number;
  bad: number;
  unknown: number;
}

const DAY_MS = 24 * 3_600_000;

/** The days of a name until today, oldest first; those on which nobody looked too. */
export async function historyOf(context: PluginContext, id: string, days: number): Promise<DayFacts[]> {
  const { timeZone } = context.platform;
  const now = context.clock.now();
  const first = dayOf(timeZone, now - (days - 1) * DAY_MS);
  const found = await watchDays(context)
    .find({ watch: id, day: { $gte: first } })
    .sort({ day: 1 })
    .limit(days)
    .lean();
  const byDay = new Map(found.map((one) => [one.day, one]));
  const wanted = new Set<string>();
  for (let back = days - 1; back >= 0; back -= 1) wanted.add(dayOf(timeZone, now - back * DAY_MS));
  return [...wanted].map((day) => factsOf(day, byDay.get(day)));
}

function factsOf(day: string, stored: WatchDay | undefined): DayFacts {
  const sum = (...findings: Finding[]) =>
    FACETS.reduce(
      (whole, facet) =>
        whole + findings.reduce((all, finding) => all + (stored?.[`${facet}_${finding}`] ?? 0), 0),
      0,
    );
  return {
    day,
    down_minutes: Math.round((stored?.down_ms ?? 0) / 60_000),
    slowest_ms: stored?.slowest_ms ?? 0,
    looks: (stored?.dns_good ?? 0) + (stored?.dns_bad ?? 0) + (stored?.dns_unknown ?? 0),
    bad: sum('bad'),
    unknown: sum('unknown'),
  };
}

/** Takes away what is older than it is kept. */
export async function tidyHistory(context: PluginContext, days: number): Promise<void> {
  const first = dayOf(context.platform.timeZone, context.clock.now() - days * DAY_MS);
  await watchDays(context).deleteMany({ day: { $lt: first } });
}
