import { expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitPool, VisitPoolItem } from '@waypost/contract';
import fc from 'fast-check';
import { FLAG_COUNTED_TARGETS, FLAG_HOP } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { compilePool, poolItemKey } from '../links/compiled-pool.ts';
import { type Content, contentId, poolAddress } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

setDefaultTimeout(60_000);
const visitPath = useVisitPath();

const POOL = 'b2'.repeat(12);
const PICTURE: Content = { kind: 'picture', bytes: Buffer.from('pixels') };
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const always = { is_on: true, hours: [] };
const address = (item: string, change: Partial<VisitPoolItem> = {}) =>
  ({ item, url: `https://${item}.example/`, ...always, ...change }) as VisitPoolItem;

interface World {
  items: VisitPoolItem[];
  model?: 1 | 2 | 3;
  fallback?: string;
  now?: number;
  owner?: string;
  counts?: Record<string, number>;
}

/** Two codes, `one` and `two`, whose target is the pool. */
function start({ items, model = 1, fallback, now = 0, owner, counts }: World) {
  const links = ['one', 'two'].map((code, at) =>
    testLink({ id: `a${at}`.repeat(12), code, targets: [{ pool: POOL, weight: 1, threshold: 1 }] }),
  );
  const pool: VisitPool = {
    id: POOL,
    owner: owner ?? testLink().owner,
    plugin: 'qr',
    rotation_model: model,
    items,
    ...(fallback === undefined ? {} : { fallback }),
  };
  const index = new LinkIndex();
  for (const link of links)
    index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const publish = (change: Partial<VisitPool> = {}) =>
    index.put({
      id: Buffer.from(POOL, 'hex'),
      host: 'pool:',
      code: POOL,
      compiled: compilePool({ ...pool, ...change }, counts),
    });
  publish();
  const clock = { now };
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => clock.now,
    contents: { inMemory: new Map([[contentId(PICTURE), PICTURE]]), elsewhere: new Map() },
  });
  const ask = (code = 'one', init: RequestInit = {}, query = '') =>
    fetch(`${path.origin}/${code}${query}`, { redirect: 'manual', ...init });
  /** The item that a visitor is led to, or the status. */
  const visit = async (code = 'one', init: RequestInit = {}) => {
    const answer = await ask(code, init);
    const led = answer.headers.get('location');
    return led === null ? answer.status : new URL(led).hostname.split('.')[0];
  };
  return { ask, visit, publish, path, clock };
}

test('an item takes as many visitors as it has room for, from all codes together, then the next one does', async () => {
  const { visit, path } = start({
    items: [address('first', { capacity: 3 }), address('second', { capacity: 1 })],
  });
  const led: unknown[] = [];
  for (const code of ['one', 'two', 'one', 'two', 'one']) led.push(await visit(code));
  expect(led).toEqual(['first', 'first', 'first', 'second', 404]);
  // What only looks, or comes ahead of its person, takes no room; neither does a crawler.
  const records = await path.visits();
  const ofPool = records.filter(({ flags }) => flags === (FLAG_HOP | FLAG_COUNTED_TARGETS));
  expect(ofPool.map(({ link }) => Buffer.from(link, 'latin1').toString('hex'))).toEqual(Array(4).fill(POOL));
  expect(ofPool.map(({ targetKey }) => targetKey)).toEqual([
    ...Array(3).fill(poolItemKey('first')),
    poolItemKey('second'),
  ]);
  // And each visit stands in the figures of its own code, once.
  expect(records.filter(({ flags }) => flags === 0)).toHaveLength(4);
});

test('what is not counted takes no room: crawlers, looks at the head, pages that a browser loads ahead', async () => {
  const { visit } = start({ items: [address('first', { capacity: 1 })] });
  expect(await visit('one', { headers: { 'user-agent': CRAWLER } })).toBe('first');
  expect(await visit('one', { method: 'HEAD' })).toBe('first');
  expect(await visit('one', { headers: { 'sec-purpose': 'prefetch' } })).toBe('first');
  expect(await visit()).toBe('first');
  expect(await visit()).toBe(404);
});

test('visits that come all at once are never more than there is room for, and none of them fails', async () => {
  const items = [address('first', { capacity: 5 }), address('second', { capacity: 7 })];
  const { visit } = start({ items });
  const led = await Promise.all(Array.from({ length: 60 }, (_, at) => visit(at % 2 === 0 ? 'one' : 'two')));
  const times = (name: unknown) => led.filter((one) => one === name).length;
  expect([times('first'), times('second'), times(404)]).toEqual([5, 7, 48]);
});

test('an empty pool leads to its fallback, which takes everybody', async () => {
  const { visit } = start({ items: [], fallback: 'https://help.example/' });
  expect([await visit(), await visit('two'), await visit()]).toEqual(['help', 'help', 'help']);
});

test('an empty pool without one, one that is not there and one of somebody else say that the link is paused', async () => {
  const { visit, ask } = start({ items: [] });
  expect(await visit()).toBe(404);
  expect(await (await ask('one', { headers: { 'accept-language': 'en' } })).text()).toContain('is paused');
  await visitPath.stop();
  expect(await start({ items: [address('first')], owner: 'f'.repeat(24) }).visit()).toBe(404);
});

test('what an item has taken stays when the pool is changed, and begins anew with another name', async () => {
  const full = address('first', { capacity: 1 });
  const { visit, publish } = start({ items: [full] });
  expect([await visit(), await visit()]).toEqual(['first', 404]);
  publish({ items: [address('zero', { capacity: 1 }), { ...full, is_on: false }] });
  expect([await visit(), await visit()]).toEqual(['zero', 404]);
  publish({ items: [{ ...full, capacity: 2 }] });
  expect([await visit(), await visit()]).toEqual(['first', 404]);
  publish({ items: [{ ...full, item: 'first.2' }] });
  expect([await visit(), await visit()]).toEqual(['first', 404]);
});

test('what other processes have counted is told with the pool, and counts', async () => {
  const counts = { [String(poolItemKey('first'))]: 2 };
  const { visit } = start({ items: [address('first', { capacity: 3 })], counts });
  expect([await visit(), await visit()]).toEqual(['first', 404]);
});

test('a picture is shown large with nothing else, and is gone from its address with the moment it is over', async () => {
  const until = '2026-03-01T12:00:00Z';
  const picture = {
    item: 'group',
    picture: contentId(PICTURE),
    ...always,
    capacity: 1,
    until,
  } as VisitPoolItem;
  const { ask, clock } = start({ items: [picture], now: Date.parse(until) - 1 });
  const page = await ask('one', { headers: { 'accept-language': 'en' } });
  const html = await page.text();
  expect(html).toContain('Press and hold the picture');
  expect(html).not.toContain('<script');
  const part = /src="(\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  // The item is full by now: whoever has its page still gets the picture.
  expect((await ask()).status).toBe(404);
  expect(await (await ask('one', {}, part)).text()).toBe('pixels');
  clock.now = Date.parse(until);
  expect((await ask('one', {}, part)).status).toBe(404);
  expect((await ask()).status).toBe(404);
});

const anHours = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  from: fc.constantFrom(0, 60, 150, 540, 1080, 1320),
  to: fc.constantFrom(0, 30, 150, 180, 720, 1080, 1439),
});
const BEGIN = Date.UTC(2026, 9, 24);
const aPool = fc.record({
  model: fc.constantFrom(1 as const, 2 as const, 3 as const),
  zone: fc.constantFrom('Europe/Berlin', 'Asia/Shanghai', 'Australia/Lord_Howe'),
  items: fc.array(
    fc.record({
      is_on: fc.boolean(),
      capacity: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      until: fc.option(fc.integer({ min: 0, max: 72 }), { nil: undefined }),
      hours: fc.array(anHours, { maxLength: 3 }),
    }),
    { maxLength: 5 },
  ),
  hasFallback: fc.boolean(),
  /** Minutes after BEGIN, and the draw of each visitor. */
  visitors: fc.array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 3 * 1440 }),
      draw: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

/** What the clock on the wall says, written down once more in plain words. */
function wall(zone: string, time: number) {
  const options = {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  } as const;
  const text = new Intl.DateTimeFormat('en-US', options).formatToParts(time);
  const part = (type: string) => text.find((one) => one.type === type)?.value ?? '';
  return {
    day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

test('whatever stands in a pool, each visitor gets what a plain reading of it says, in the night of a turned clock too', async () => {
  await fc.assert(
    fc.asyncProperty(aPool, async ({ model, zone, items, hasFallback, visitors }) => {
      const until = (hours: number) => BEGIN + hours * 3_600_000;
      const index = new LinkIndex();
      const link = testLink({ targets: [{ pool: POOL, weight: 1, threshold: 1 }] });
      index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: 'abc', compiled: compileLink(link) });
      const pool: VisitPool = {
        id: POOL,
        owner: link.owner,
        plugin: 'qr',
        rotation_model: model,
        items: items.map((one, at) =>
          address(`n${at}`, {
            is_on: one.is_on,
            hours: one.hours,
            ...(one.capacity === undefined ? {} : { capacity: one.capacity }),
            ...(one.until === undefined ? {} : { until: new Date(until(one.until)).toISOString() }),
          }),
        ),
        ...(hasFallback ? { fallback: 'https://help.example/' } : {}),
      };
      index.put({ id: Buffer.from(POOL, 'hex'), host: 'pool:', code: POOL, compiled: compilePool(pool) });
      let [now, draw] = [0, 0];
      const path = visitPath.start({
        index,
        plugins: new Set(['qr']),
        now: () => now,
        draw: () => draw,
        timeZone: zone,
        journalId: `j${Math.random()}`,
        durability: 'relaxed',
      });
      const taken = items.map(() => 0);
      const expected: unknown[] = [];
      const got: unknown[] = [];
      for (const visitor of visitors) {
        now = BEGIN + visitor.minutes * 60_000;
        draw = visitor.draw;
        const { day, minute } = wall(zone, now);
        const fits = items.flatMap((one, at) => {
          // Each minute of the week in which somebody works, laid out from the day on which it begins.
          const works = one.hours.some(({ days, from, to }) =>
            days.some((begin) => {
              const length = to > from ? to - from : 1440 - from + to;
              const since = (day - (begin - 1) + 7) % 7;
              const into = since * 1440 + minute - from;
              return into >= 0 && into < length;
            }),
          );
          const isOpen = one.hours.length === 0 || works;
          const isOver = one.until !== undefined && now >= until(one.until);
          const isFull = one.capacity !== undefined && (taken[at] ?? 0) >= one.capacity;
          return one.is_on && isOpen && !isOver && !isFull ? [at] : [];
        });
        const visits = taken.reduce((sum, count) => sum + count, 0);
        const turn =
          model === 1 ? 0 : model === 2 ? Math.floor(draw * fits.length) : visits % Math.max(fits.length, 1);
        const chosen = fits[turn];
        if (chosen !== undefined) taken[chosen] = (taken[chosen] ?? 0) + 1;
        expected.push(chosen === undefined ? (hasFallback ? 'help' : 404) : `n${chosen}`);
        const answer = await fetch(`${path.origin}/abc`, { redirect: 'manual' });
        const led = answer.headers.get('location');
        got.push(led === null ? answer.status : new URL(led).hostname.split('.')[0]);
      }
      await path.stop();
      expect(got).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('the address of a pool is no address that anybody can ask for', async () => {
  const { ask } = start({ items: [address('first')] });
  expect((await ask(POOL)).status).toBe(404);
  expect((await ask(POOL, { headers: { host: 'pool:' } })).status).toBe(404);
  expect(poolAddress(POOL)).toBe(`pool:${POOL}`);
});
