import { onePlace } from '@waypost/contract';
import type { KeptVisit, KeptVisitFilter, KeptVisitQuery } from '@waypost/sdk';
import type { RawVisitDocument } from '../store/collections.ts';
import { type KeptSources, keptFilter, visitName } from './kept-filter.ts';

const STREAM_ROWS = 500;
/** Rows that a list counts at most: to count a million takes longer than to show twenty. */
const COUNT_LIMIT = 10_000;
/** A list that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/** Of visits of one moment their ids decide, so that each is on one page. */
function orderOf({ sort_order }: KeptVisitFilter) {
  const direction = sort_order === 'asc' ? 1 : -1;
  return { time: direction, _id: direction } as const;
}

/** One page of the visits that are kept of a link, the newest first unless asked otherwise. */
export async function readKeptVisits(
  sources: KeptSources,
  query: KeptVisitQuery,
): Promise<{ content: KeptVisit[]; count: number; is_at_least: boolean }> {
  const { rawVisits } = sources.collections;
  const filter = await keptFilter(sources, query);
  const [rows, count] = await Promise.all([
    rawVisits
      .find(filter, { maxTimeMS: TIME_LIMIT_MS })
      .sort(orderOf(query))
      .skip((query.page - 1) * query.page_size)
      .limit(query.page_size)
      .toArray(),
    rawVisits.countDocuments(filter, { maxTimeMS: TIME_LIMIT_MS, limit: COUNT_LIMIT + 1 }),
  ]);
  return {
    content: rows.map(keptVisit),
    count: Math.min(count, COUNT_LIMIT),
    is_at_least: count > COUNT_LIMIT,
  };
}

/** Every visit that a filter finds, in portions: an export does not hold them all in memory. */
export async function* streamKeptVisits(
  sources: KeptSources,
  wish: KeptVisitFilter,
  signal?: AbortSignal,
): AsyncGenerator<KeptVisit[]> {
  const cursor = sources.collections.rawVisits
    .find(await keptFilter(sources, wish), { batchSize: STREAM_ROWS })
    .sort(orderOf(wish));
  try {
    let rows: KeptVisit[] = [];
    for await (const visit of cursor) {
      if (signal?.aborted) return;
      rows.push(keptVisit(visit));
      if (rows.length < STREAM_ROWS) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  } finally {
    await cursor.close();
  }
}

/** A visit as it is told. */
export function keptVisit(visit: RawVisitDocument): KeptVisit {
  return {
    id: visitName(visit._id),
    link: visit.link.toHexString(),
    time: visit.time.toISOString(),
    ip: visit.ip,
    ...onePlace(visit),
    isp: visit.isp,
    // Visits of before this was kept have none.
    kind: visit.kind ?? 'other',
    device: visit.device,
    system: visit.system,
    app: visit.app,
    browser: visit.browser,
    user_agent: visit.agent,
    referrer: visit.referrer,
    is_crawler: visit.isCrawler,
    target: visit.target,
  };
}
