import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import type { mongo } from 'mongoose';
import {
  claimJournal,
  DATABASE_IDENTITIES,
  ForeignJournal,
  isJournalForeign,
  readIdentity,
} from '../../runtime/storage/index.ts';
import { openClient } from '../../runtime/storage/open-client.ts';

setDefaultTimeout(120_000);
let store: TestStore;
let client: mongo.MongoClient;
let journal = '';
let number = 0;

beforeAll(async () => {
  store = await startTestStore();
  client = openClient(store.uri);
});
afterAll(async () => {
  await client?.close();
  await store?.stop();
});
beforeEach(() => {
  journal = mkdtempSync(join(tmpdir(), 'waypost-identity-'));
});
afterEach(() => rmSync(journal, { recursive: true }));

const fresh = (): mongo.Db => {
  number += 1;
  return client.db(`place${number}`);
};

/** What import and mongorestore do: documents, into a collection of its own. */
async function copied(from: mongo.Db): Promise<mongo.Db> {
  const to = fresh();
  const rows = await from.collection(DATABASE_IDENTITIES).find().toArray();
  await to.collection(DATABASE_IDENTITIES).insertMany(rows);
  return to;
}

test('a database is the same whenever it is asked, also by several at once', async () => {
  const database = fresh();
  const asked = await Promise.all(Array.from({ length: 5 }, () => readIdentity(database)));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  expect(await readIdentity(database)).toEqual({ id: asked[0]?.id ?? '', earlier: [] });
});

test('a copy is another one, and knows those that it comes from', async () => {
  const first = fresh();
  const { id } = await readIdentity(first);
  const second = await copied(first);
  const moved = await readIdentity(second);
  expect(moved.id).not.toBe(id);
  expect(moved.earlier).toEqual([id]);
  const third = await readIdentity(await copied(second));
  expect(third.earlier.toSorted()).toEqual([id, moved.id].toSorted());
});

test('visits of the journal follow the data to where they have moved', async () => {
  const first = fresh();
  expect(await claimJournal(first, journal)).toEqual({ hasMoved: false });
  expect(await claimJournal(first, journal)).toEqual({ hasMoved: false });
  const second = await copied(first);
  expect(await claimJournal(second, journal)).toEqual({ hasMoved: true });
  expect(await claimJournal(second, journal)).toEqual({ hasMoved: false });
  expect(await isJournalForeign(second, journal)).toBe(false);
});

test('they are not counted in a database that has nothing to do with theirs, and what to do is said', async () => {
  const own = fresh();
  await claimJournal(own, journal);
  const other = fresh();
  expect(await isJournalForeign(other, journal)).toBe(true);
  const refusal = await claimJournal(other, journal).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ForeignJournal);
  expect(String(refusal)).toContain('MONGODB_URI');
  expect(String(refusal)).toContain(join(journal, 'folder.database'));
  rmSync(join(journal, 'folder.database'));
  expect(await claimJournal(other, journal)).toEqual({ hasMoved: false });
});
