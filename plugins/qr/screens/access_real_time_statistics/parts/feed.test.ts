import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { countNews, FEED_LIMIT, filterFeed, type LiveVisit, mergeVisits } from './feed.ts';

const visit = (id: string, second: number, more: Partial<LiveVisit> = {}): LiveVisit => ({
  id,
  link: 'a'.repeat(24),
  name: 'Poster',
  short_code: 'abc',
  ip: '8.8.8.8',
  location: 'Shenzhen',
  isp: '',
  device: '',
  system: '',
  app: 'browser',
  browser: '',
  count: 1,
  last_time: new Date(second * 1000).toISOString(),
  ...more,
});
const ids = (feed: readonly LiveVisit[]) => feed.map(({ id }) => id);

test('whoever comes again moves to the top instead of standing there twice', () => {
  const feed = mergeVisits([visit('b', 2), visit('a', 1)], [visit('a', 3, { count: 2 })]);
  expect(ids(feed)).toEqual(['a', 'b']);
  expect(feed[0]?.count).toBe(2);
});

test('an answer that is older than an event takes nothing back', () => {
  const feed = mergeVisits([visit('a', 3, { count: 2 })], [visit('a', 1)]);
  expect(feed[0]?.count).toBe(2);
});

test('a page that stays open never holds more than its limit, newest first, each row once', () => {
  const batch = fc.array(
    fc.record({ id: fc.integer({ min: 0, max: 400 }), at: fc.integer({ min: 0, max: 1e6 }) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 20 }), (batches) => {
      let feed: LiveVisit[] = [];
      for (const news of batches)
        feed = mergeVisits(
          feed,
          news.map(({ id, at }) => visit(String(id), at)),
        );
      expect(feed.length).toBeLessThanOrEqual(FEED_LIMIT);
      expect(new Set(ids(feed)).size).toBe(feed.length);
      const times = feed.map(({ last_time }) => last_time);
      expect(times).toEqual([...times].sort().reverse());
    }),
    { numRuns: 60 },
  );
});

test('while the feed is held, what waits is counted once a row', () => {
  const shown = [visit('a', 1)];
  const feed = mergeVisits(shown, [visit('a', 5, { count: 4 }), visit('b', 3)]);
  expect(countNews(feed, shown)).toBe(2);
  expect(countNews(feed, feed)).toBe(0);
});

test('a text finds every part of a visit, a region only its own', () => {
  const feed = [
    visit('a', 2, { location: 'Nairobi', ip: '41.90.64.10' }),
    visit('b', 1, { device: 'Redmi' }),
  ];
  expect(ids(filterFeed(feed, { text: '41.90', region: undefined }))).toEqual(['a']);
  expect(ids(filterFeed(feed, { text: 'redmi poster', region: undefined }))).toEqual(['b']);
  expect(ids(filterFeed(feed, { text: '', region: 'Nairobi' }))).toEqual(['a']);
  expect(ids(filterFeed(feed, { text: '(a+)+$', region: undefined }))).toEqual([]);
});
