import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mongoose';
import { parseEnvironment, storeUri } from '../../../runtime/process/environment.ts';
import { apiOf, signIn } from '../../../tests/api.ts';
import { startProduct } from '../../../tests/product.ts';
import { projectRoot } from '../../process.ts';
import { cpuMicroseconds } from '../process-usage.ts';
import { atLeast, atMost, type Check, table } from '../report.ts';
import { recount } from './recount.ts';
import { type Buyer, seedBuyers } from './seed-buyers.ts';

/**
 * Plans that customers pay from their balance, over HTTP, with every process of the product as it runs for a user: first a hundred
 * orders a second, evenly, then as many as go. Each customer has an account of their own, as one of them may press 30 times a
 * minute. Afterwards the ledger is verified and every price recounted.
 * `npm run bench -- orders [--seconds 30] [--buyers 800] [--rate 100] [--at-once 32] [--json FILE]`
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    buyers: { type: 'string', default: '800' },
    rate: { type: 'string', default: '100' },
    'at-once': { type: 'string', default: '32' },
    json: { type: 'string', default: join(projectRoot, '.cache/bench-orders.json') },
  },
});
const SECONDS = Number(values.seconds);
const BUYERS = Number(values.buyers);
const RATE = Number(values.rate);
const AT_ONCE = Number(values['at-once']);
/** Orders a second that have to be paid. */
const WANTED = 100;
/** Milliseconds within which nineteen of twenty have to be answered while a hundred come a second. */
const P95_LIMIT_MS = 1_000;
const PRICE = '1000001';
const MONEY = '1000000000';

const product = await startProduct({ env: { WAYPOST_STORE_SYNCHRONOUS: 'FULL' } });
const connection = await createConnection(
  storeUri(
    parseEnvironment({
      DATA_DIR: product.dataDir,
      ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
    }),
  ),
).asPromise();
const checks: Check[] = [];

interface Figures {
  name: string;
  paid: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Milliseconds of processor of each process for one order, and megabytes that the store wrote. */
  processor: Record<string, number>;
  written: number;
}

try {
  const root = await signIn(product.origin, product.administrator);
  const { id: plan } = (
    await root.call<{ id: string }>('vip_combo/add', {
      name: 'Monthly',
      price: PRICE,
      days: 1,
      codes: 50,
      state: 'on',
    })
  ).content;
  const { buyers } = await seedBuyers(connection, { buyers: BUYERS, money: MONEY });
  const press = pressing(plan);
  // Each is a member before anything is measured: what follows are renewals, all of one kind.
  await inTurn(buyers, press, { atOnce: AT_ONCE });
  const paced = await measure(`${RATE} a second`, () => evenly(buyers, press));
  await Bun.sleep(2_000);
  const most = await measure(`${AT_ONCE} at once`, () => closely(buyers, press));
  const { paid, unpaid, faults } = await recount(connection);
  for (const fault of faults) console.error(fault);
  checks.push(
    atLeast(`orders paid a second, of ${RATE} that come`, paced.perSecond, Math.min(WANTED, RATE) * 0.98),
    atMost('p95 while they come evenly', paced.p95, P95_LIMIT_MS, ' ms'),
    atLeast('orders paid a second, at most', most.perSecond, WANTED),
    atLeast('orders that the store has', paid, BUYERS + paced.paid + most.paid),
    atMost('orders that the store has and nobody was told of', paid - BUYERS - paced.paid - most.paid, 0),
    atMost('orders that are not paid', unpaid, 0),
    atMost('faults of the ledger, and prices that do not add up', faults.length, 0),
  );
  await report([paced, most]);
} finally {
  await connection.close();
  await product.stop();
}
process.exit(checks.every(({ isMet }) => isMet) ? 0 : 1);

/** One press of a customer; the first buys, further ones renew. @returns milliseconds until it was paid */
function pressing(plan: string): (buyer: Buyer) => Promise<number> {
  const members = new Set<string>();
  return async ({ account, token, address }) => {
    const kind = members.has(account) ? 'renewal' : 'purchase';
    const wish = { plan, price: PRICE, kind, pay_type: 2, key: crypto.randomUUID() };
    const started = performance.now();
    const { content } = await apiOf(product.origin, token).call<{ status: number }>(
      'buy_vip_combo/buy',
      wish,
      { 'x-forwarded-for': address },
    );
    if (content.status !== 2) throw new Error(`an order was answered as ${content.status}`);
    members.add(account);
    return performance.now() - started;
  };
}

type Press = ReturnType<typeof pressing>;

/** Every customer once. */
async function inTurn(buyers: readonly Buyer[], press: Press, { atOnce }: { atOnce: number }): Promise<void> {
  const queue = [...buyers];
  const worker = async () => {
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) await press(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** They come evenly, whether those before have been answered or not; each customer waits for the own answer. */
async function evenly(buyers: readonly Buyer[], press: Press): Promise<number[]> {
  const started = performance.now();
  const took: number[] = [];
  const open: Promise<unknown>[] = [];
  for (let sent = 0; sent < RATE * SECONDS; sent += 1) {
    const due = started + (sent * 1_000) / RATE;
    if (due > performance.now()) await Bun.sleep(due - performance.now());
    const waited = Math.max(0, performance.now() - due);
    open.push(press(buyers[sent % buyers.length] as Buyer).then((one) => took.push(one + waited)));
  }
  await Promise.all(open);
  return took;
}

/** So many customers at once, each the next as soon as one is answered. */
async function closely(buyers: readonly Buyer[], press: Press): Promise<number[]> {
  const end = performance.now() + SECONDS * 1_000;
  const took: number[] = [];
  let next = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const buyer = buyers[next % buyers.length] as Buyer;
      next += 1;
      took.push(await press(buyer));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return took;
}

async function measure(name: string, load: () => Promise<number[]>): Promise<Figures> {
  const pids = Object.entries({ ...product.childPids(), bench: process.pid });
  const usage = () =>
    Object.fromEntries(pids.map(([part, pid]) => [part, pid === undefined ? 0 : cpuMicroseconds(pid)]));
  const store = product.childPids().store;
  const before = { usage: usage(), written: writtenBytes(store), at: performance.now() };
  const took = (await load()).sort((one, other) => one - other);
  const seconds = (performance.now() - before.at) / 1_000;
  const after = usage();
  const quantile = (share: number) => took[Math.floor((took.length - 1) * share)] ?? Number.NaN;
  return {
    name,
    paid: took.length,
    perSecond: took.length / seconds,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    processor: Object.fromEntries(
      pids.map(([part]) => [
        part,
        ((after[part] ?? 0) - (before.usage[part] ?? 0)) / 1_000 / Math.max(1, took.length),
      ]),
    ),
    written: (writtenBytes(store) - before.written) / 2 ** 20,
  };
}

/** Bytes that a process has handed to the disk. */
function writtenBytes(pid: number | undefined): number {
  if (pid === undefined) return 0;
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
}

async function report(figures: readonly Figures[]): Promise<void> {
  const head = [
    'orders',
    'paid',
    'a second',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'CPU ms: runtime',
    'store',
    'bench',
  ];
  const rows = figures.map(({ name, paid, perSecond, p50, p95, p99, processor }) => [
    ...[name, String(paid), perSecond.toFixed(0), p50.toFixed(1), p95.toFixed(1), p99.toFixed(1)],
    ...[processor.runtime, processor.store, processor.bench].map((one) => (one ?? 0).toFixed(2)),
  ]);
  console.log(table([head, ...rows]));
  for (const { isMet, name, actual, expected } of checks)
    console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${actual} (expected ${expected})`);
  mkdirSync(dirname(values.json), { recursive: true });
  await Bun.write(
    values.json,
    `${JSON.stringify({ time: new Date().toISOString(), figures, checks }, null, 2)}\n`,
  );
}
