import { afterAll, describe, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStore } from '@waypost/store/archive';
import { type StoreProcess, storeProcess } from '@waypost/store/testing';
import type { mongo } from 'mongoose';
import { randomFrom } from './random.ts';

type Item = mongo.Document & { _id: number };

const root = mkdtempSync(join(tmpdir(), 'wp-damage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const random = randomFrom(7);

/** Copies a store's files into another one's directory. */
const copyTo = (from: StoreProcess, name: string): StoreProcess => {
  const copy = storeProcess(join(root, name));
  mkdirSync(join(root, name, 'data'), { recursive: true });
  copyFileSync(from.file, copy.file);
  if (existsSync(`${from.file}-wal`)) copyFileSync(`${from.file}-wal`, `${copy.file}-wal`);
  return copy;
};

/** What a store that opens holds: pairs of documents, written two by two in transactions. */
const read = async (store: StoreProcess): Promise<number> => {
  await store.start();
  const client = store.connect();
  const found = await client.db('d').collection<Item>('pairs').find({}, { hint: 'n_1' }).toArray();
  await client.close();
  await store.stop();
  expect(found.length % 2).toBe(0);
  expect(checkStore(store.file).problems).toEqual([]);
  return found.length / 2;
};

/** The sentence with which a store refuses to start. */
const refusal = async (store: StoreProcess): Promise<string> =>
  store.start().then(
    async () => {
      await store.stop();
      return 'it started';
    },
    (error: Error) => error.message,
  );

describe('a store whose files are copied or torn', () => {
  const source = storeProcess(join(root, 'source'));
  let written = 0;

  test('copied in the middle of writing: every copy opens with whole transactions, up to those acknowledged before', async () => {
    await source.start();
    const client = source.connect();
    const pairs = client.db('d').collection<Item>('pairs');
    await pairs.createIndex({ n: 1 });
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await client.withSession((session) =>
          session.withTransaction(async () => {
            const n = written;
            const text = 'x'.repeat(Math.floor(random() * 3000));
            await pairs.insertMany(
              [
                { _id: n * 2, n, text },
                { _id: n * 2 + 1, n, text },
              ],
              { session },
            );
          }),
        );
        written += 1;
      }
    })();
    const copies: { copy: StoreProcess; before: number }[] = [];
    for (let at = 0; at < 5; at += 1) {
      await Bun.sleep(60 + random() * 100);
      // The main file does not change while its log is short: no checkpoint comes in between.
      copies.push({ before: written, copy: copyTo(source, `copy-${at}`) });
    }
    isOver = true;
    await writing;
    await client.close();
    await source.kill();
    for (const { copy, before } of copies) expect(await read(copy)).toBeGreaterThanOrEqual(before);
  }, 180_000);

  test('a log that ends within a page opens at the last whole commit', async () => {
    for (let at = 0; at < 4; at += 1) {
      const copy = copyTo(source, `torn-log-${at}`);
      const { size } = statSync(`${copy.file}-wal`);
      truncateSync(`${copy.file}-wal`, size - 1 - Math.floor(random() * 4000));
      const found = await read(copy);
      expect(found).toBeLessThanOrEqual(written);
      expect(found).toBeGreaterThan(written - 10);
    }
  }, 180_000);

  test('a file without its last page, with a spoilt page or a spoilt header says so and is not served', async () => {
    await source.start();
    expect(await source.stop()).toBe(0);
    const whole = statSync(source.file).size;
    const cut = copyTo(source, 'cut');
    truncateSync(cut.file, whole - 1000);
    expect(await refusal(cut)).toContain(`is cut off: it has ${whole - 1000} bytes`);
    expect(checkStore(cut.file).problems[0]).toContain('is cut off');

    const spoil = (store: StoreProcess, position: number, length: number): void => {
      const file = openSync(store.file, 'r+');
      writeSync(file, Buffer.alloc(length, 0xa5), 0, length, position);
      closeSync(file);
    };
    const header = copyTo(source, 'header');
    spoil(header, 0, 50);
    expect(await refusal(header)).toContain('its header is damaged');

    const page = copyTo(source, 'page');
    spoil(page, Math.floor(whole / 4096 / 2) * 4096, 4096);
    expect(checkStore(page.file).problems.length).toBeGreaterThan(0);
    // It may open, since nothing of what it needs to begin with is hurt; reading what is hurt is an error, never a gap.
    const started = await page.start().then(
      () => true,
      () => false,
    );
    if (!started) return;
    const client = page.connect();
    const answer = await client
      .db('d')
      .collection<Item>('pairs')
      .find({})
      .toArray()
      .then(
        (found) => found.length,
        (error: { code?: number }) => `error ${error.code}`,
      );
    await client.close();
    await page.stop();
    expect([String(written * 2), 'error 8', 'error 175']).toContain(String(answer));
  }, 180_000);
});

describe('a full disk', () => {
  test('refuses whole commands, transactions and index builds; afterwards all agrees and writing goes on', async () => {
    const store = storeProcess(join(root, 'full'), ['--largest-bytes', String(3 * 1024 * 1024)]);
    await store.start();
    const client = store.connect();
    const items = client.db('d').collection<Item>('items');
    await items.createIndex({ n: 1 });
    let stored = 0;
    let refused = 0;
    for (let n = 0; n < 60 && refused < 3; n += 1) {
      const batch = Array.from({ length: 40 }, (_, at) => ({ _id: n * 40 + at, n, text: 'x'.repeat(2500) }));
      const session = client.startSession();
      session.startTransaction();
      const outcome = await items
        .insertMany(batch, { session })
        .then(() => session.commitTransaction())
        .then(
          () => true,
          () => false,
        );
      await session.endSession();
      if (outcome) stored += 40;
      else refused += 1;
    }
    expect(refused).toBe(3);
    const build = await items.createIndex({ text: 1, n: 1, _id: 1 }).then(
      () => 'built',
      (error: { code?: number }) => `error ${error.code}`,
    );
    expect(['built', 'error 14031']).toContain(build);
    expect(await items.countDocuments({})).toBe(stored);
    await items.deleteMany({ n: { $lt: 4 } });
    await items.insertOne({ _id: -1, n: -1, text: 'there is room' });
    expect(await items.countDocuments({})).toBe(stored - 160 + 1);
    await client.close();
    await store.stop();
    expect(checkStore(store.file).problems).toEqual([]);
  }, 180_000);
});
