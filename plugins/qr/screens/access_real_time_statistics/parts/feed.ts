import type { LiveVisits } from '../calls.ts';

export type LiveVisit = LiveVisits['visits'][number];

/** Rows that the feed keeps: a page that stays open all day must not grow. */
export const FEED_LIMIT = 200;

/** The feed with what came since: newest first, one row for an address and a code, never more than `limit`. */
export function mergeVisits(
  known: readonly LiveVisit[],
  news: readonly LiveVisit[],
  limit = FEED_LIMIT,
): LiveVisit[] {
  const rows = new Map(known.map((visit) => [visit.id, visit]));
  for (const visit of news) {
    const before = rows.get(visit.id);
    // An answer that was under way while an event came must not bring back what is older.
    if (!before || before.last_time <= visit.last_time) rows.set(visit.id, visit);
  }
  return [...rows.values()]
    .sort((one, other) => (one.last_time < other.last_time ? 1 : one.last_time > other.last_time ? -1 : 0))
    .slice(0, limit);
}

/** How many rows of a feed are new or have been visited again since a copy of it was taken. */
export function countNews(feed: readonly LiveVisit[], shown: readonly LiveVisit[]): number {
  const counts = new Map(shown.map(({ id, count }) => [id, count]));
  return feed.filter(({ id, count }) => counts.get(id) !== count).length;
}

/** Rows that hold every word of a text somewhere, and come from a region where one is chosen. */
export function filterFeed(
  feed: readonly LiveVisit[],
  { text, region }: { text: string; region: string | undefined },
): LiveVisit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return feed.filter((visit) => {
    if (region !== undefined && visit.location !== region) return false;
    const { name, short_code, ip, location, isp, device, system, app, browser } = visit;
    const all = [name, short_code, ip, location, isp, device, system, app, browser].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
