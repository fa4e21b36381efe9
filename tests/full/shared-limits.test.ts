import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, createConnection, Types } from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Api, signIn } from '../api.ts';
import { until } from '../contract/harness.ts';
import { type Product, startProduct } from '../product.ts';

// Several whole products over one store, as servers behind a load balancer, each with its own DATA_DIR.
setDefaultTimeout(240_000);

/** Longest that a visit may take while the store does not answer: twice the patience, and a busy machine. */
const BOUND_MS = 3000;
const AT_ONCE = 12;
const REST = 'rest.example';

let products: Product[] = [];
let connection: Connection;
let api: Api;
let uri = '';

/** Another server of the same installation. */
async function startAnother(): Promise<Product> {
  const [first] = products as [Product];
  const key = readFileSync(join(first.dataDir, 'secret.key'), 'utf8').trim();
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-another-'));
  const product = await startProduct({ dataDir, env: { MONGODB_URI: uri, SECRET_KEY: key, ROLES: 'visit' } });
  products.push(product);
  return product;
}

beforeAll(async () => {
  const first = await startProduct();
  products = [first];
  uri = storeUri(parseEnvironment({ DATA_DIR: first.dataDir, MONGODB_URI: process.env.MONGODB_URI }));
  connection = await createConnection(uri).asPromise();
  api = await signIn(first.origin, first.administrator);
}, 240_000);
afterAll(async () => {
  await connection?.close();
  for (const product of products.toReversed()) await product.stop();
}, 240_000);

const add = async (body: object): Promise<{ id: string; short_code: string }> =>
  (
    await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
      name: 'Rush',
      jump_type: 6,
      ...body,
    })
  ).content;
const thresholdCode = (threshold: number) =>
  add({ targets: [{ url: 'https://first.example/', threshold }, { url: `https://${REST}/` }] });

/** Where a visit was led to, or its status; how long it took. */
async function visit(product: Product, code: string): Promise<{ led: string; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`${product.origin}/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'people' },
  });
  const to = answer.headers.get('location');
  await answer.body?.cancel();
  return { led: to === null ? String(answer.status) : new URL(to).hostname, ms: performance.now() - began };
}

/** So many visits of each code at each product, some at once; `at` is called on the way. Answers how often each place was led to. */
async function rush(codes: readonly string[], visits: number, at?: { visit: number; run(): unknown }) {
  const led = new Map<string, Map<string, number>>(codes.map((code) => [code, new Map()]));
  let begun = 0;
  const total = visits * codes.length;
  let slowest = 0;
  const one = async (): Promise<void> => {
    while (begun < total) {
      const number = begun++;
      if (number === at?.visit) await at.run();
      const code = codes[number % codes.length] as string;
      const product = products[Math.floor(number / codes.length) % products.length] as Product;
      const done = await visit(product, code).catch(() => ({ led: 'nobody', ms: 0 }));
      const places = led.get(code) as Map<string, number>;
      places.set(done.led, (places.get(done.led) ?? 0) + 1);
      slowest = Math.max(slowest, done.ms);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { of: (code: string, place: string) => led.get(code)?.get(place) ?? 0, slowest };
}

/** Waits until every process answers by these codes; a look at the head is not counted. */
async function heard(codes: readonly string[]): Promise<void> {
  const isHeard = async (product: Product, code: string) =>
    (await fetch(`${product.origin}/${code}`, { method: 'HEAD', redirect: 'manual' })).status === 302;
  for (const product of products) for (const code of codes) await until(() => isHeard(product, code), output);
}

/** Visits of a code by target as the sums have them, in the order of size of their names: there are two. */
async function counted(id: string): Promise<number[]> {
  const row = await connection
    .collection<{ targets?: Record<string, number> }>('visit_codes')
    .findOne({ _id: new Types.ObjectId(id) } as never);
  return Object.values(row?.targets ?? {});
}
const hasJournal = ({ dataDir }: Product) =>
  readdirSync(join(dataDir, 'journal'), { withFileTypes: true }).some((entry) => entry.isDirectory());
const output = () => products.map((product) => product.output()).join('\n');
const modes = async () =>
  (await connection.collection<{ mode: string }>('visit_runs').find({}).toArray()).map(({ mode }) => mode);

/** A limit, and one more for each process at most. */
function expectHeld(visits: number, limit: number): void {
  expect(visits).toBeGreaterThanOrEqual(limit);
  expect(visits).toBeLessThanOrEqual(limit + products.length);
}

test('alone, a limit is exact, and nothing is asked of the store', async () => {
  const { short_code } = await thresholdCode(50);
  const { of } = await rush([short_code], 70);
  expect([of(short_code, 'first.example'), of(short_code, REST)]).toEqual([50, 20]);
  expect(await connection.collection('visit_leases').countDocuments()).toBe(0);
});

test('two processes: a threshold, a pool and a number of visits hold in a rush, and what was counted before counts', async () => {
  const half = await thresholdCode(60);
  const aggregator = products[0]?.childPids().aggregator as number;
  process.kill(aggregator, 'SIGSTOP');
  await rush([half.short_code], 40);
  let isReady = false;
  const starting = startAnother().then(() => {
    isReady = true;
  });
  await until(async () => (await modes()).join() === 'shared,shared', output);
  await Bun.sleep(1000);
  // It takes part once the sums have what the first one counted alone.
  expect(isReady).toBe(false);
  process.kill(aggregator, 'SIGCONT');
  await starting;
  const threshold = await thresholdCode(300);
  const expiring = await add({
    targets: [{ url: 'https://open.example/' }],
    expires_after: 150,
    expired_target: `https://${REST}/`,
  });
  const pool = (
    await api.call<{ id: string }>('internal_code_grouping/add', {
      name: 'Rush',
      fallback: `https://${REST}/`,
    })
  ).content.id;
  for (const name of ['one', 'two'])
    await api.call('pool_item/add', {
      pool,
      name,
      capacity: 90,
      target: { url: `https://${name}.example/` },
    });
  const pooled = await add({ targets: [{ pool }] });
  const codes = [threshold, expiring, pooled, half].map(({ short_code }) => short_code);
  await heard(codes);
  const { of } = await rush(codes, 450);
  expectHeld(of(threshold.short_code, 'first.example'), 300);
  expectHeld(of(expiring.short_code, 'open.example'), 150);
  expectHeld(of(pooled.short_code, 'one.example'), 90);
  expectHeld(of(pooled.short_code, 'two.example'), 90);
  expectHeld(40 + of(half.short_code, 'first.example'), 60);
  // Each visit is answered and led somewhere, and each is counted once.
  for (const code of codes) expect([of(code, '503'), of(code, '404'), of(code, 'nobody')]).toEqual([0, 0, 0]);
  await until(async () => (await counted(threshold.id)).reduce((sum, one) => sum + one, 0) === 450, output);
  expect(Math.max(...(await counted(threshold.id)))).toBe(of(threshold.short_code, 'first.example'));
});

test('a limit that is raised is in force at once', async () => {
  const made = await thresholdCode(20);
  expectHeld((await rush([made.short_code], 60)).of(made.short_code, 'first.example'), 20);
  const { content } = await api.call<{ version: number }>('qr_code_list/details', { id: made.id });
  await api.call('qr_code_list/update', {
    id: made.id,
    version: content.version,
    targets: [{ url: 'https://first.example/', threshold: 50 }, { url: `https://${REST}/` }],
  });
  await Bun.sleep(1500);
  expectHeld(20 + (await rush([made.short_code], 60)).of(made.short_code, 'first.example'), 50);
});

test('three processes, of which one is killed in the middle: never over, and what it had comes back', async () => {
  const third = await startAnother();
  const { id, short_code } = await thresholdCode(400);
  await heard([short_code]);
  const kill = () => process.kill(third.childPids().runtime as number, 'SIGKILL');
  const { of } = await rush([short_code], 300, { visit: 150, run: kill });
  const got = of(short_code, 'first.example');
  expect(of(short_code, '503')).toBe(0);
  products = products.filter((product) => product !== third);
  let more = 0;
  // Its journal is read to its end by its aggregator; what it had and did not use is given out anew.
  await until(
    async () => {
      const { led } = await visit(products[more++ % products.length] as Product, short_code);
      return led === REST && Math.max(0, ...(await counted(id))) >= 400;
    },
    output,
    60_000,
  );
  products.push(third);
  await until(async () => (await fetch(`${third.origin}/readyz`)).ok, output);
  await Bun.sleep(3000);
  // Answers that were on their way at the kill are counted, and nobody got them.
  expectHeld(Math.max(...(await counted(id))), 400);
  expect(got).toBeLessThanOrEqual(400 + products.length);
});

test('while the store does not answer no visit waits for long, and limits are over by one a process at most', async () => {
  const store = products[0]?.childPids().store;
  if (store === undefined) return;
  const { short_code } = await thresholdCode(100);
  const fresh = await thresholdCode(5);
  await heard([short_code, fresh.short_code]);
  const before = await rush([short_code], 30);
  process.kill(store, 'SIGSTOP');
  try {
    const { of, slowest } = await rush([short_code, fresh.short_code], 150);
    expect(slowest).toBeLessThan(BOUND_MS);
    expect(of(short_code, '503') + of(short_code, 'nobody')).toBe(0);
    const had = before.of(short_code, 'first.example') + of(short_code, 'first.example');
    expect(had).toBeLessThanOrEqual(100 + products.length);
    expect(of(fresh.short_code, 'first.example')).toBeLessThanOrEqual(products.length);
    process.kill(store, 'SIGCONT');
    await until(async () => (await visit(products[0] as Product, fresh.short_code)).led !== REST, output);
    const after = await rush([short_code, fresh.short_code], 150);
    expectHeld(had + after.of(short_code, 'first.example'), 100);
  } finally {
    process.kill(store, 'SIGCONT');
  }
});

test('once the others have gone one process counts in memory again, and knows all that they counted', async () => {
  const { short_code } = await thresholdCode(200);
  const another = await thresholdCode(1_000);
  await heard([short_code, another.short_code]);
  // The store was away: each process asks it again after a while of its own, and leads to the rest until then.
  for (const product of products)
    await until(async () => (await visit(product, another.short_code)).led === 'first.example', output);
  const { of } = await rush([short_code], 90);
  const had = of(short_code, 'first.example');
  expect(had).toBe(90);
  for (const product of products.splice(1).toReversed()) {
    await product.stop();
    // What is left of its journal is counted by whoever starts on its disk the next time.
    const rest = Bun.spawn([process.execPath, 'runtime/visit/aggregator/main.ts'], {
      cwd: join(import.meta.dir, '../..'),
      env: { PATH: process.env.PATH ?? '', MONGODB_URI: uri, DATA_DIR: product.dataDir, LOG_LEVEL: 'warn' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    });
    await until(() => !hasJournal(product), output);
    rest.kill();
    await rest.exited;
    rmSync(product.dataDir, { recursive: true });
  }
  await until(async () => (await modes()).includes('alone'), output, 60_000);
  const rest = await rush([short_code], 150);
  expect(rest.of(short_code, 'first.example') + had).toBe(200);
});
