import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { GENESIS, hashOf } from '../../runtime/services/audit/chain-hash.ts';
import type { AuditDocument } from '../../runtime/services/collections.ts';
import { type Api, signIn } from '../api.ts';
import { runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';

/**
 * The audit log with many entries: what a page of it costs, whichever way it is asked for, and what an export of a fifth
 * takes of memory while visits go on. The figures are printed; what fails is an answer that has read the log from
 * end to end (seconds), and an export that holds what it writes. `WAYPOST_LOG_ROWS=1000000` is the long form.
 */
setDefaultTimeout(1_800_000);

const ROWS = Number(process.env.WAYPOST_LOG_ROWS ?? 60_000);
const EXPORTED = Math.min(200_000, ROWS / 5);
const BATCH = 2_000;
const ASKS = 20;
/** Of a page through an index: tens of milliseconds; of one that reads the whole log: many seconds. */
const SCAN_MS = 2_000;
/** More memory that an export of 200,000 may take, of each process. Measured: the runtime 60 MB, the store 44, the aggregator 12. */
const MOST_MEMORY = 100 * 1024 * 1024;
/** Exported before, so that what is loaded once counts for nothing. */
const WARM_UP = 2_000;
/** An entry every ten seconds: a million are four months. */
const START = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 10_000;

const id = (kind: string, number: number) => `${kind}${number.toString(16)}`.padStart(24, '0');
/** Half of all entries is of one type, one in a hundred thousand of the rarest. */
function typeOf(index: number): string {
  if (index % 2 === 0) return 'system.session.login';
  if (index % 100_003 === 1) return 'system.role.remove';
  return `qr.code.${['add', 'update', 'remove', 'freeze'][(index >> 1) % 4]}`;
}

function entryAt(index: number, previous: string): AuditDocument {
  const person = index % 5 === 0 ? 0 : index % 5_000;
  const content = {
    seq: index + 1,
    type: typeOf(index),
    plugin: index % 2 === 0 ? 'system' : 'qr',
    actor: {
      id: id('a', person),
      account: `person.${person}`,
      via: 'session',
      ...(index % 1_000 === 1 ? { as: { id: id('a', 77), account: 'person.77' } } : {}),
    },
    ip: `198.51.${index % 200}.${(index >> 8) % 256}`,
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
    request_id: `r${index}`,
    target: id('c', index % 200_000),
    before: JSON.stringify({
      name: `Code ${index}`,
      state: 'on',
      targets: [{ url: 'https://example.com/a' }],
    }),
    after: JSON.stringify({
      name: `Code ${index}`,
      state: 'off',
      targets: [{ url: 'https://example.com/b' }],
    }),
    time: new Date(START + index * STEP_MS),
    server_ip: '192.0.2.1',
    previous,
  };
  return { _id: id('e', index), ...content, hash: hashOf(content) };
}

async function seed(database: mongo.Db): Promise<void> {
  const log = database.collection<AuditDocument>('system_audit_log');
  await log.deleteMany({});
  // Made again in one go: faster than entry by entry.
  const made = (await log.indexes()).filter(({ name }) => name !== '_id_');
  await log.dropIndexes();
  let previous = GENESIS;
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, row) => {
      const entry = entryAt(from + row, previous);
      previous = entry.hash;
      return entry;
    });
    await log.insertMany(rows, { ordered: false });
  }
  for (const { key, unique, sparse } of made)
    await log.createIndex(key, { ...(unique ? { unique } : {}), ...(sparse ? { sparse } : {}) });
  await database
    .collection<{ _id: string }>('system_chain_head')
    .updateOne({ _id: 'system_audit_log' }, { $set: { seq: ROWS, hash: previous } }, { upsert: true });
}

const dataDir = mkdtempSync(join(tmpdir(), 'waypost-log-rows-'));
let product: Product;
let root: Api;
beforeAll(async () => {
  const started = performance.now();
  product = await startProduct({ dataDir });
  await withStore(product, seed);
  console.info(`${ROWS} entries in ${Math.round((performance.now() - started) / 1000)} s`);
  // What the process knew of the log's end is of before.
  await product.stop();
  product = await startProduct({ dataDir });
  root = await signIn(product.origin, product.administrator);
}, 1_800_000);
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const time = (share: number) => new Date(START + Math.round(ROWS * share) * STEP_MS).toISOString();
/** Everything that the screen can be asked for. */
const QUESTIONS: Readonly<Record<string, object>> = {
  'first page': {},
  'oldest first': { sort_order: 'asc' },
  'last page that is offered': { page: 500 },
  'half of all: one type': { type: 'system.session.login' },
  'a rare type': { type: 'system.role.remove' },
  'a fifth of all: one person': { person: id('a', 0) },
  'one person of many': { person: id('a', 1234) },
  'as somebody else': { acting_for: id('a', 77) },
  'one address': { ip: '198.51.7.9' },
  'one object': { target: id('c', 4321) },
  'a day': { time_from: time(0.5), time_to: time(0.5 + 8_640 / ROWS) },
  'half the time, oldest first': { time_from: time(0.5), sort_order: 'asc' },
  'a type of a person': { type: 'qr.code.update', person: id('a', 1234) },
  'a rare type of a busy person': { type: 'system.role.remove', person: id('a', 0) },
  'a type within a day': { type: 'qr.code.update', time_from: time(0.3), time_to: time(0.3 + 8_640 / ROWS) },
  'a type of an address': { type: 'system.session.login', ip: '198.51.7.9' },
  'a type about an object': { type: 'qr.code.update', target: id('c', 4321) },
};

test('each question is answered through an index', async () => {
  const figures: string[] = [];
  const slow: string[] = [];
  for (const [name, body] of Object.entries(QUESTIONS)) {
    const times: number[] = [];
    let count = '';
    for (let ask = 0; ask < ASKS; ask++) {
      const started = performance.now();
      const { content } = await root.call<{ count: number; is_at_least?: boolean }>('log/inquire', body);
      times.push(performance.now() - started);
      count = `${content.count}${content.is_at_least ? '+' : ''}`;
    }
    const sorted = times.toSorted((left, right) => left - right);
    const p95 = sorted[Math.floor(ASKS * 0.95)] ?? Number.NaN;
    figures.push(
      `${name}: p50 ${Math.round(sorted[ASKS >> 1] ?? 0)} ms, p95 ${Math.round(p95)} ms, ${count}`,
    );
    if (p95 > SCAN_MS) slow.push(name);
  }
  const started = performance.now();
  await root.call('log_type/inquire');
  figures.push(`types: ${Math.round(performance.now() - started)} ms`);
  console.info(figures.join('\n'));
  expect(slow).toEqual([]);
});

/** Bytes that a process has in memory. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

interface Growth {
  before: number;
  most: number;
}

/** Looks at the memory of each process until it is told that it is over; `before` is of the moment of the call. */
function watchMemory(): { look(): void; growth: Readonly<Record<string, Growth>> } {
  const pids = Object.entries(product.childPids());
  const of = (pid: number | undefined, name: string) => {
    if (pid === undefined) throw new Error(`${name} has no process`);
    return memoryOf(pid);
  };
  const growth = Object.fromEntries(
    pids
      // With MongoDB there is no store of ours, and without its key no signer.
      .filter(([name, pid]) => !['store', 'signer'].includes(name) || pid !== undefined)
      .map(([name, pid]) => {
        const bytes = of(pid, name);
        return [name, { before: bytes, most: bytes }];
      }),
  );
  const look = () => {
    for (const [name, pid] of pids) {
      const one = growth[name];
      if (one !== undefined) one.most = Math.max(one.most, of(pid, name));
    }
  };
  return { look, growth };
}

/** Visits one after another until the work is done. @returns how long each took, milliseconds, the shortest first */
async function visitDuring(work: Promise<unknown>, address: string, look: () => void): Promise<number[]> {
  const visits: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    const { status } = await fetch(address, { redirect: 'manual' });
    if (status !== 302) throw new Error(`a visit was answered ${status}`);
    visits.push(performance.now() - started);
    look();
    await Bun.sleep(10);
  }
  await over;
  return visits.sort((left, right) => left - right);
}

/** Exports the first entries of the log. */
const exportFirst = (entries: number) =>
  runOperation(
    root,
    'log/export',
    { time_from: time(0), time_to: new Date(START + (entries - 1) * STEP_MS).toISOString() },
    900_000,
  );

test('an export of a fifth takes little memory in any process, and visits go on', async () => {
  const { content } = await root.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Visited meanwhile',
    targets: [{ url: 'https://log.example/' }],
    jump_type: 6,
  });
  const address = `${product.origin}/${content.short_code}`;
  await visitDuring(exportFirst(WARM_UP), address, () => {});
  const { look, growth } = watchMemory();
  const started = performance.now();
  const exported = exportFirst(EXPORTED);
  const visits = await visitDuring(exported, address, look);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = Object.entries(growth).map(
    ([name, { before, most }]) => `${name} ${Math.round((most - before) / 2 ** 20)} MB more`,
  );
  const p95 = visits[Math.floor(visits.length * 0.95)] ?? 0;
  console.info(
    `export of ${EXPORTED}: ${seconds.toFixed(1)} s, ${megabytes.join(', ')}; ${visits.length} visits meanwhile, p95 ${Math.round(p95)} ms`,
  );
  expect((await exported).status).toBe(2);
  const large = Object.entries(growth).filter(([, { before, most }]) => most - before > MOST_MEMORY);
  expect(large).toEqual([]);
});

test('the whole chain is looked at as a task', async () => {
  const started = performance.now();
  const ended = await runOperation(root, 'log/verify', {}, 900_000);
  console.info(`verified in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  expect(ended.status).toBe(2);
});
