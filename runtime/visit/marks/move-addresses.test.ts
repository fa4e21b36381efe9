import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { oneHour } from '../aggregator/recent-hours.ts';
import { emptyFigures } from '../aggregator/sums.ts';
import { cameWithin } from '../statistics/came-within.ts';
import { countUniqueAddresses } from '../statistics/unique-addresses.ts';
import { type AddressDocument, type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { MORNING, OWNER } from '../testing/write-visits.ts';
import { moveAddresses } from './move-addresses.ts';

const { Binary, ObjectId } = mongoose.mongo;
const DAY_MS = 24 * 3_600_000;
const DAYS = [20260430, 20260501, 20260502] as const;
const PLATFORM = '0'.repeat(24);
const RANGE = { first: 20260501, last: 20260502 };
const ADDRESSES = 12_000;

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-move-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

/** As the release before marks has written them: some without kinds, some without hours. */
function address(scope: string, number: number): AddressDocument {
  const bytes = Buffer.alloc(28);
  bytes.write(scope, 'hex');
  bytes.writeUInt16BE(0xffff, 22);
  bytes.writeUInt32BE(0x01000000 + number, 24);
  const days = DAYS.filter((_, index) => ((number % 7) + 1) & (1 << index));
  return {
    _id: new Binary(bytes),
    days,
    ...(number % 5 === 0 ? {} : { kinds: 'p'.repeat(days.length) }),
    recent: number % 3 === 0 ? [] : days.slice(-2).map((day) => oneHour(day, number % 24)),
  };
}

const figures = async () => ({
  all: await countUniqueAddresses(collections, {}, RANGE),
  own: await countUniqueAddresses(collections, { owner: OWNER }, RANGE),
});

test('addresses of the release before become marks: no figure changes, a move that is cut off goes on, and who came before is known', async () => {
  const documents = [OWNER, PLATFORM].flatMap((scope) =>
    Array.from({ length: ADDRESSES }, (_, number) => address(scope, number)),
  );
  for (let start = 0; start < documents.length; start += 4000)
    await collections.addresses.insertMany(documents.slice(start, start + 4000));
  // Sums of days of before it was kept when addresses came before: they are counted by the addresses themselves.
  await collections.scopeDays.insertMany(
    [OWNER, PLATFORM].flatMap((scope) =>
      DAYS.map((day) => ({
        _id: `${scope}:${day}:before`,
        scope: new ObjectId(scope),
        revision: 1,
        top: [],
        ...emptyFigures(day),
        addresses: ADDRESSES,
      })),
    ),
  );
  const before = await figures();
  expect(before.own).toBeGreaterThan(ADDRESSES / 2);

  const session = store.database.client.startSession();
  // Cut off after its first portion: the rest is where it was.
  const onPortion = (): void => {
    throw new Error('killed');
  };
  const moving = moveAddresses({ database: store.database, session, onPortion });
  expect(await moving.catch(String)).toBe('Error: killed');
  expect(await collections.addresses.countDocuments()).toBeGreaterThan(0);
  expect(await figures()).toEqual(before);

  await moveAddresses({ database: store.database, session });
  await session.endSession();
  expect(await collections.addresses.countDocuments()).toBe(0);
  expect(await figures()).toEqual(before);

  // An address of before and a new one come on the next day.
  await countVisits({ database: store.database, directory }, [
    { ip: '1.0.0.1', time: MORNING },
    { ip: '9.9.9.9', time: MORNING },
  ]);
  const [day] = await collections.scopeDays.find({ day: 20260503 }).toArray();
  expect(day).toMatchObject({ addresses: 2, newcomers: 1, came: expect.stringContaining('p20260501\t1\n') });
  const today = { first: 20260503, last: 20260503 };
  expect(await cameWithin(collections, { owner: OWNER }, today)).toBe(2);
  await countVisits({ database: store.database, directory }, [{ ip: '1.0.0.1', time: MORNING - DAY_MS }]);
  expect(await countUniqueAddresses(collections, { owner: OWNER }, { first: 20260502, last: 20260502 })).toBe(
    documents.slice(0, ADDRESSES).filter(({ days }) => days.includes(20260502)).length + 1,
  );
});
