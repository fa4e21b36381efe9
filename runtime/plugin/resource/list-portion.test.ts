import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { defineResource, field, zTime } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import fc from 'fast-check';
import mongoose, { type Connection } from 'mongoose';
import { z } from 'zod';
import { startTestStore, type TestStore } from '../../visit/testing/test-store.ts';
import { listRows } from './list.ts';
import { listPortion } from './list-portion.ts';
import type { MountedResource } from './mounted-resource.ts';

/** Portions are the list itself: each row once, in its order, whatever it is sorted by and whatever comes and goes meanwhile. */
setDefaultTimeout(120_000);
const thing = defineResource({
  name: 'p.thing',
  area: 'thing',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string(), { sort: true, search: true }),
    rank: field(z.int().nullable(), { sort: true }),
    due: field(zTime.nullable(), { sort: true }),
    is_big: field(z.boolean(), { sort: true, filter: 'equals' }),
  },
});

let store: TestStore;
let connection: Connection;
let mounted: MountedResource;
beforeAll(async () => {
  store = await startTestStore();
  connection = await mongoose.createConnection(store.uri).asPromise();
  const schema = new mongoose.Schema({ _id: String }, { strict: false, collection: 'p_thing' });
  mounted = {
    resource: thing,
    binding: {},
    model: connection.model('thing', schema),
  } as unknown as MountedResource;
});
afterAll(async () => {
  await connection.close();
  await store.stop();
});

const request = { caller: { id: 'a', isSuper: true, permissions: new Set() } } as unknown as SignedRequest;
const idOf = (number: number) => number.toString(16).padStart(24, '0');
const rowOf = (number: number, [name, rank, due, is_big]: Values) => ({
  _id: idOf(number),
  version: 1,
  create_time: new Date(1_700_000_000_000 + (number % 3) * 1_000),
  update_time: new Date(1_700_000_000_000),
  name,
  is_big,
  // A row of an older release has no such field at all.
  ...(rank === undefined ? {} : { rank }),
  due: due === null ? null : new Date(1_700_000_000_000 + due * 1_000),
});

type Values = [name: string, rank: number | null | undefined, due: number | null, is_big: boolean];
const values: fc.Arbitrary<Values> = fc.tuple(
  fc.constantFrom('', 'a', 'b', 'B', '行'),
  fc.option(fc.integer({ min: -2, max: 2 }), { nil: fc.sample(fc.constantFrom(null, undefined), 1)[0] }),
  fc.option(fc.integer({ min: 0, max: 3 })),
  fc.boolean(),
);
const sorts = fc.record({
  sort_field: fc.constantFrom('name', 'rank', 'due', 'is_big', 'create_time', undefined),
  sort_order: fc.constantFrom('asc', 'desc', undefined),
});

test('every row once, in the order of the list, and rows that come and go move no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { maxLength: 40 }),
      sorts,
      fc.integer({ min: 1, max: 7 }),
      fc.option(fc.boolean()),
      async (things, sort, size, isBig) => {
        await mounted.model.deleteMany({});
        await mounted.model.collection
          .insertMany(things.map((one, number) => rowOf(100 + number, one)) as never)
          .catch((error: unknown) => {
            if (things.length > 0) throw error;
          });
        const query = { ...sort, ...(isBig === null ? {} : { is_big: isBig }) };
        const expected = (await listRows(mounted, { ...query, page: 1, page_size: 200 }, request)).content;
        const found: string[] = [];
        let after: unknown;
        for (let portion = 0; ; portion += 1) {
          const { rows, next } = await listPortion(mounted, {
            query,
            request,
            owner: 'any',
            place: { after, size },
          });
          found.push(...rows.map(({ id }) => id));
          if (next === null) break;
          after = JSON.parse(JSON.stringify(next));
          // What was told already goes, and somebody adds one: neither is a reason to leave out or repeat another.
          if (portion % 2 === 0) await mounted.model.deleteOne({ _id: found[0] } as never);
          if (portion < 3)
            await mounted.model.collection.insertOne(rowOf(portion, ['new', 9, 9, true]) as never);
        }
        const old = found.filter((id) => id >= idOf(100));
        expect(new Set(found).size).toBe(found.length);
        expect(old).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 120 },
  );
});
