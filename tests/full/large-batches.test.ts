import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import mongoose from 'mongoose';
import { addToBreakdown, CODE_VALUES, forEachValue } from '../../runtime/visit/aggregator/breakdown.ts';
import { FLAG_COUNTED_TARGETS } from '../../runtime/visit/journal/format.ts';
import { allViews } from '../../runtime/visit/testing/all-views.ts';
import { type AggregationPlace, aggregationPlace } from '../crash/aggregation-place.ts';

const { BSON, Binary, ObjectId } = mongoose.mongo;
const DAY = 20260503;
const MORNING = Date.UTC(2026, 4, 3, 1);
const DAY_MS = 86_400_000;

let place: AggregationPlace;
beforeAll(async () => {
  place = await aggregationPlace();
});
beforeEach(() => place.empty());
afterAll(() => place.stop());

const codeDocument = (link: string, parts: string, extra: Record<string, unknown> = {}) => ({
  _id: new ObjectId(link),
  owner: new ObjectId('a1'.repeat(12)),
  revision: 1,
  views: 0,
  addresses: 0,
  crawlers: 0,
  last: new Date(0),
  today: { day: DAY, views: 0, addresses: 0, fresh: 0, crawlers: 0, hours: {}, parts },
  ...extra,
});
const linkOf = (number: number): string => number.toString(16).padStart(24, '0');

test('a batch of 4,000 codes with the breakdowns that strangers made them keep is stored at once', async () => {
  const referrers = Array.from({ length: 60 }, (_, at) => [`f${`host-${at}-`.padEnd(80, 'x')}`]);
  const parts = addToBreakdown('', referrers, CODE_VALUES);
  expect(parts.length).toBeGreaterThan(4_900);
  const codes = Array.from({ length: 4000 }, (_, at) => codeDocument(linkOf(at + 1), parts));
  for (let start = 0; start < codes.length; start += 1000)
    await place.collections.codes.insertMany(codes.slice(start, start + 1000) as never);
  place.write(codes.map((_, at) => ({ link: linkOf(at + 1), time: MORNING })));
  const aggregation = place.take();
  expect((await aggregation.aggregate(0)).visits).toBe(4000);
  expect(await allViews(place.collections)).toBe(4000);
  await place.fold();
  expect(await place.collections.codes.countDocuments({ views: 1 })).toBe(4000);
  expect(await place.accounts()).toMatchObject({ folded: 4000, rolled_up: 4000 });
  aggregation.close();
}, 60_000);

test('a visit that the store refuses is put aside alone; those beside it are counted', async () => {
  // A code at the limit of what a document may hold: nothing can be added to it.
  const empty = BSON.calculateObjectSize(codeDocument(linkOf(1), '', { filler: '' }));
  const full = codeDocument(linkOf(1), '', { filler: 'x'.repeat(16 * 2 ** 20 - empty) });
  await place.collections.codes.insertOne(full as never);
  place.write(
    Array.from({ length: 20 }, (_, at) => ({
      link: linkOf(at === 13 ? 1 : 2),
      time: MORNING,
      // Visits by target stand in the document itself.
      flags: FLAG_COUNTED_TARGETS,
    })),
  );
  const aggregation = place.take();
  let aggregated = 0;
  for (let round = 0; round < 40; round++) aggregated += (await aggregation.aggregate(0)).visits;
  expect(aggregated).toBe(20);
  expect(await allViews(place.collections)).toBe(19);
  expect(await place.collections.unaccounted.find().toArray()).toMatchObject([
    { from: 13, to: 14, visits: 1, reason: 'refused' },
  ]);
  expect(await place.accounts()).toMatchObject({ folded: 20, rolled_up: 20, unaccounted: 1 });
  aggregation.close();
}, 60_000);

test('visits that come late again and again do not make their day grow without end', async () => {
  place.write([{ link: linkOf(1), time: MORNING + DAY_MS }]);
  const aggregation = place.take();
  await aggregation.aggregate(0);
  for (let round = 0; round < 30; round++) {
    place.write([{ link: linkOf(1), time: MORNING, agent: `agent ${round}` }]);
    await aggregation.aggregate(0);
    // Each of them goes into the day's document by itself.
    await place.fold();
  }
  const day = Buffer.alloc(4);
  day.writeUInt32BE(DAY);
  const _id = new Binary(Buffer.concat([Buffer.from(linkOf(1), 'hex'), day]));
  const found = await place.collections.codeDays.findOne({ _id });
  expect(found?.views).toBe(30);
  expect(found?.parts.length).toBeLessThan(10);
  let kinds = 0;
  for (const breakdown of found?.parts ?? [])
    forEachValue(breakdown, (key, visits) => {
      if (key.startsWith('k')) kinds += visits;
    });
  expect(kinds).toBe(30);
  aggregation.close();
}, 60_000);
