import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@waypost/contract';
import type { mongo } from 'mongoose';
import readXlsx from 'read-excel-file/node';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { drained } from '../crash/wait.ts';
import { download, endOf, readCsv } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { type Crowd, sendVisitors } from './figures/send-visitors.ts';

/**
 * A list of many rows leaves as a table: cancelled, resumed and its process killed in between, with no row twice and none
 * missing, while visitors come who notice nothing of it. `WAYPOST_EXPORT_ROWS=200000` is the long form.
 */
setDefaultTimeout(1_200_000);
const ROWS = Number(process.env.WAYPOST_EXPORT_ROWS ?? 30_000);
const BATCH = 2_000;
/** Of the visitors while nothing else goes on, milliseconds. */
const QUIET_MS = 10_000;
/** More memory than so much an export must not take, however long the list is, MiB. */
const MOST_MIB = 256;

const dataDir = mkdtempSync(join(tmpdir(), 'waypost-large-export-'));
let product: Product;
let owner: Api;
let visited: { id: string; short_code: string };
let crowd: Crowd;
let quiet: ReturnType<Crowd['figures']>;

beforeAll(async () => {
  product = await startProduct({ dataDir });
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'large.export', role: 'customer' }),
  );
  const add = async (name: string) =>
    (
      await owner.call<{ id: string; short_code: string }>('qr_code_list/add', {
        name,
        targets: [{ url: 'https://out.example/all' }],
      })
    ).content;
  visited = await add('Visited');
  await withStore(product, (database) => seed(database, visited.short_code));
  crowd = sendVisitors(product.origin, visited.short_code);
  await Bun.sleep(QUIET_MS);
  quiet = crowd.figures();
  console.info(`without an export: ${told(quiet)}`);
});
afterAll(async () => {
  await crowd?.stop();
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function seed(database: mongo.Db, copied: string): Promise<void> {
  const codes = database.collection<mongo.Document>('qr_code');
  const { _id: _, ...like } = (await codes.findOne({ short_code: copied })) ?? {};
  for (let from = 1; from < ROWS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ROWS - from) }, (__, row) => ({
      ...like,
      _id: (from + row).toString(16).padStart(24, '0'),
      name: `Code ${from + row}`,
      short_code: `large-${from + row}`,
      // Forty of each second: a place among those that are alike is a place, too.
      create_time: new Date(Date.UTC(2026, 0, 1) + Math.floor((from + row) / 40) * 1_000),
    }));
    await codes.insertMany(rows as never, { ordered: false });
  }
}

const told = ({ answered, p50, p99, worst, perSecond }: ReturnType<Crowd['figures']>): string =>
  `${answered} visits, ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`;

const begin = async (format?: string): Promise<string> =>
  (
    await owner.call<{ id: string }>('async_operations/export', {
      area: 'qr_code_list',
      call: 'user_inquire',
      body: {},
      title: 'All codes',
      format,
      columns: [
        { path: 'name', title: 'Name' },
        { path: 'short_code', title: 'Short code' },
        { path: 'view_number', title: 'Visits' },
        { path: 'create_time', title: 'Created', as: 'time' },
      ],
    })
  ).content.id;

async function untilDone(id: string, rows: number): Promise<Operation> {
  for (;;) {
    const answer = await owner
      .call<{ operations: Operation[] }>('async_operations/progress', { ids: [id] })
      .catch(() => undefined);
    const one = answer?.body.status === true ? answer.content.operations[0] : undefined;
    if (one !== undefined && (one.done >= rows || one.status !== 1)) return one;
    await Bun.sleep(250);
  }
}

/** Resident memory of the runtime, MiB. */
function memory(): number {
  const status = readFileSync(`/proc/${product.childPids().runtime}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** Kills the runtime as the system would; the launcher starts another. */
async function kill(): Promise<void> {
  const before = product.childPids().runtime as number;
  process.kill(before, 'SIGKILL');
  for (;;) {
    const { runtime } = product.childPids();
    const isReady = await fetch(`${product.origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (runtime !== undefined && runtime !== before && isReady) return;
    await Bun.sleep(100);
  }
}

const NEWEST_FIRST = ['Visited', ...Array.from({ length: ROWS - 1 }, (_, row) => `Code ${ROWS - 1 - row}`)];

test('as CSV: visitors notice nothing; cancelled, resumed and killed, it has each row once, in its order', async () => {
  const started = performance.now();
  crowd.reset();
  const [first, memoryBefore] = [await begin(), memory()];
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, memory());
  }, 500);
  await untilDone(first, ROWS * 0.4);
  const busy = crowd.figures();
  clearInterval(looking);
  await owner.call('async_operations/cancel', { id: first });
  const cancelled = await endOf(owner, first);
  expect(cancelled).toMatchObject({ status: 3, error_code: 'cancelled', file_name: null });
  expect(cancelled.kept_size).toBeGreaterThan(0);
  expect((await download(product.origin, owner.token, first)).status).toBe(410);
  console.info(`while it is written: ${told(busy)}; ${memoryBefore.toFixed(0)} → ${most.toFixed(0)} MiB`);
  expect(most - memoryBefore).toBeLessThan(MOST_MIB);

  expect((await owner.call<{ id: string }>('async_operations/retry', { id: first })).content.id).toBe(first);
  await untilDone(first, ROWS * 0.6);
  await kill();
  const ended = await untilDone(first, Number.POSITIVE_INFINITY);
  console.info(
    `${ROWS} rows as CSV, cancelled and killed: ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  );
  expect(ended).toMatchObject({ status: 2, done: ROWS, total: ROWS });
  const file = await download(product.origin, owner.token, first);
  const rows = readCsv(await file.text()).slice(1);
  expect(rows.length).toBe(ROWS);
  expect(rows.map(([name]) => name)).toEqual(NEWEST_FIRST);
});

test('as XLSX: killed twice, another program reads each row once', async () => {
  const started = performance.now();
  const id = await begin('xlsx');
  for (const share of [0.3, 0.7]) {
    await untilDone(id, ROWS * share);
    await kill();
  }
  const ended = await untilDone(id, Number.POSITIVE_INFINITY);
  console.info(`${ROWS} rows as XLSX, killed twice: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  expect(ended).toMatchObject({ status: 2, done: ROWS });
  const file = await download(product.origin, owner.token, id);
  const [sheet] = (await readXlsx(Buffer.from(await file.arrayBuffer()) as never)) as unknown as {
    data: unknown[][];
  }[];
  expect(sheet?.data.slice(1).map(([name]) => name)).toEqual(NEWEST_FIRST);
});

test('every visit that was answered meanwhile is counted', async () => {
  await crowd.stop();
  const { answered, cutOff } = crowd.all();
  await withStore(product, (database) => drained(database, product));
  const row = await owner.call<{ view_number: number }>('qr_code_list/details', { id: visited.id });
  console.info(`${answered} answered, ${cutOff} cut off by a kill, ${row.content.view_number} counted`);
  expect(row.content.view_number).toBeGreaterThanOrEqual(answered);
  expect(row.content.view_number).toBeLessThanOrEqual(answered + cutOff);
});
