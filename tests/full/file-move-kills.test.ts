import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { until } from '../until.ts';

// Thousands of small files are moved from one place to another while the process that moves them is killed again and again: each is
// whole where its row says at every moment, and in the end the old place is empty.

setDefaultTimeout(1_800_000);
/** `WAYPOST_FILES=10000` is the long form. */
const FILES = Number(process.env.WAYPOST_FILES ?? 2_000);
const KILLS = 2;
const LOCAL = '000000000000000000000001';
const PATIENT = { withinMs: 60_000 + FILES * 60, everyMs: 500 };
/** A list of so many is answered within, milliseconds, on a busy machine. */
const LIST_MS = 3_000;

let product: Product;
let root: Api;
let target: string;
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  const { user_info } = (await root.call<{ user_info: { id: string } }>('administrator/profile')).content;
  const folder = { name: 'Second', upload_type: 1, save_path: 'second' };
  target = (await root.call<{ id: string }>('image_configs/add', folder)).content.id;
  await withStore(product, (database) => writeFiles(database, user_info.id));
}, 300_000);
afterAll(() => product?.stop());

const textOf = (number: number) => `small file ${number}`;
async function writeFiles(database: mongo.Db, owner: string): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: FILES }, (_, number) => {
    const id = number.toString(16).padStart(24, '0');
    const address = createHash('sha256').update(id).digest('hex').slice(0, 32);
    const object = `${address.slice(0, 2)}/${address}-0.txt`;
    mkdirSync(join(product.dataDir, 'files', address.slice(0, 2)), { recursive: true });
    writeFileSync(join(product.dataDir, 'files', object), textOf(number));
    return {
      _id: id,
      owner,
      version: 1,
      create_time: now,
      update_time: now,
      remove_time: null,
      remove_by: null,
      name: `${number}.txt`,
      kind: 'text',
      size: textOf(number).length,
      width: 0,
      height: 0,
      place: LOCAL,
      address,
      state: 'kept',
      has_thumbnail: false,
      is_kept: true,
      used_time: now,
      object,
      moves: 0,
      left_place: '',
      left_object: '',
      sha256: createHash('sha256').update(textOf(number)).digest('hex'),
    };
  });
  await database.collection('system_file').insertMany(rows as never[]);
}

const movedNow = () =>
  withStore(product, (database) => database.collection('system_file').countDocuments({ place: target }));
/** Fails at once where the move will not go on by itself. */
async function movedWhileItGoesOn(id: string): Promise<number> {
  const row = await withStore(product, (database) =>
    database
      .collection<{ _id: string; status: number; error_code: string }>('system_operation')
      .findOne({ _id: id }),
  );
  if (row?.status !== 1)
    throw new Error(`the move has come to an end: ${row?.error_code}\n${product.output().slice(-4_000)}`);
  return movedNow();
}
const isReady = () =>
  fetch(`${product.origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
/** A sample of files through their addresses. */
async function requireWhole(numbers: readonly number[]): Promise<void> {
  const addresses = numbers.map((number) =>
    createHash('sha256').update(number.toString(16).padStart(24, '0')).digest('hex').slice(0, 32),
  );
  for (const [at, address] of addresses.entries()) {
    const answer = await fetch(`${product.origin}/file/${address}`);
    expect([answer.status, await answer.text()]).toEqual([200, textOf(numbers[at] ?? -1)]);
  }
}
const sample = Array.from({ length: 50 }, (_, number) => (number * 199) % FILES);

test('10,000 small files are listed by the page', async () => {
  const begin = performance.now();
  const { content } = await root.call<{ count: number; content: unknown[] }>('file/inquire', { page: 40 });
  expect([content.count, content.content.length]).toEqual([FILES, 20]);
  expect(performance.now() - begin).toBeLessThan(LIST_MS);
});

test('a move that is killed again and again loses nothing, goes on by itself, and empties the old place in the end', async () => {
  const { status, content } = await root.call<{ id: string }>('image_configs/move', {
    from: LOCAL,
    to: target,
  });
  expect(status).toBe(202);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = kill * 500;
    await until(
      `${goal} files are moved`,
      async () => (await movedWhileItGoesOn(content.id)) >= goal,
      PATIENT,
    );
    const runtime = product.childPids().runtime;
    if (runtime !== undefined) process.kill(runtime, 'SIGKILL');
    await until('the product is there again', isReady, PATIENT);
    expect(await movedNow()).toBeLessThan(FILES);
    await requireWhole(sample);
  }
  const operation = await until(
    'the move has come to its end',
    async () => {
      if (!(await isReady())) return false;
      const answer = await root.call<{ content: { id: string; status: number; done: number }[] }>(
        'async_operations/inquire',
        {},
      );
      const found = answer.content.content.find(({ id }) => id === content.id);
      return found !== undefined && found.status !== 1 && found;
    },
    PATIENT,
  );
  expect(operation).toMatchObject({ status: 2, done: FILES });
  expect(await movedNow()).toBe(FILES);
  await requireWhole(sample);
  const left = () =>
    readdirSync(join(product.dataDir, 'files'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.txt') && !name.startsWith('second'));
  await until('nothing is left in the old place', () => left().length === 0, PATIENT);
  const moved = readdirSync(join(product.dataDir, 'files/second'), { recursive: true }).map(String);
  expect(moved.filter((name) => name.endsWith('.txt'))).toHaveLength(FILES);
  // What the killed ones had just begun to write lies apart, and goes with the first file that is put an hour later.
  const drafts = moved.filter((name) => name.endsWith('.part'));
  expect(drafts.filter((name) => !name.startsWith('.drafts/'))).toEqual([]);
  expect(drafts.length).toBeLessThanOrEqual(KILLS * 4);
});
