import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { randomFrom } from '../crash/store/random.ts';
import { PUBLIC } from '../domain-place.ts';
import { openPaying } from '../open-paying.ts';
import { type Product, startProduct } from '../product.ts';
import { PAYER, startTronNode, TEST_XPUB, type TronNode } from '../tron-node.ts';
import { until } from '../until.ts';
import { programs } from './kills/programs.ts';

const SEED = 20_261_126;
/** `WAYPOST_DEPOSITS=1000` is the long form. */
const DEPOSITS = Number(process.env.WAYPOST_DEPOSITS ?? 600);
const CUSTOMERS = 8;
/** Open payments of one person: the most that there may be. */
const EACH = 5;
const BATCH = 25;
/** Batches between two kills: each of the four kinds of processes is killed three times at least. */
const KILL_EVERY = 2;
const LOOK_ALIKE = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
/** Milliseconds until all has come in on a busy machine. */
const LIMIT = 20 * 60_000;

const random = randomFrom(SEED);
const pick = (count: number): number => Math.floor(random() * count);

let node: TronNode;
let product: Product;
let boss: Api;
beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC, providers: 2 });
  product = await startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } });
  boss = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(async () => {
  await product?.stop();
  await node?.stop();
}, 60_000);

interface Payment {
  api: Api;
  address: string;
}

/** A call that goes on being made while what answers it is being killed. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let trial = 0; ; trial += 1)
    try {
      return await work();
    } catch (error) {
      if (trial > 200) throw error;
      await Bun.sleep(250);
    }
}

async function openPayments(): Promise<Payment[]> {
  await openPaying(boss, node, { xpub: TEST_XPUB });
  const payments: Payment[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const account = await createAccount(product, { account: `payer${customer}`, role: 'customer' });
    const api = await signIn(product.origin, account);
    for (let at = 0; at < EACH; at += 1) {
      const body = { amount: '5000000000', key: `payment-${customer}-${at}` };
      payments.push({
        api,
        address: (await api.call<{ address: string }>('balance_recharge/add', body)).content.address,
      });
    }
  }
  return payments;
}

const KINDS = ['runtime', 'tron', 'store', 'aggregator'] as const;

/** Kills one of all processes, the next kind each time, once it is there again. */
async function killOne(at: number): Promise<string> {
  const kind = KINDS[at % KINDS.length] ?? 'runtime';
  const pid = await until(`${kind} runs`, () => {
    const { store, runtime, aggregator } = product.childPids();
    return { runtime, tron: programs(runtime)[0], store, aggregator }[kind];
  });
  process.kill(pid, 'SIGKILL');
  return kind;
}

test(
  'deposits while every process is killed in turn: what was sent is credited, once each, and nothing else',
  async () => {
    await node.control('token', { address: LOOK_ALIKE, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
    const payments = await openPayments();
    const owed = new Map<Api, bigint>();
    const kills: string[] = [];
    let sent = 0;
    let batches = 0;
    while (sent < DEPOSITS) {
      const staying: { payment: Payment; value: bigint }[] = [];
      const leaving: string[] = [];
      for (let at = 0; at < BATCH; ) {
        // One to three transfers in a transaction.
        const many = Math.min(1 + pick(3), BATCH - at);
        const group = Array.from({ length: many }, () => ({
          payment: payments[pick(payments.length)] as Payment,
          value: BigInt(1 + pick(50_000_000)),
        }));
        const transfers = group.map(({ payment, value }) => ({
          from: PAYER,
          to: payment.address,
          value: String(value),
        }));
        const kind = pick(10);
        if (kind === 0) await node.control('transfer', { transfers, is_failed: true });
        else if (kind === 1)
          await node.control('transfer', {
            transfers: transfers.map((one) => ({ ...one, contract: LOOK_ALIKE })),
          });
        else {
          const id = String(await node.control('transfer', { transfers }));
          // Some are taken back by a reorganisation, for ever.
          if (kind === 2) leaving.push(id);
          else {
            staying.push(...group);
            at += many;
          }
        }
      }
      await node.control('mine', { blocks: 1 + pick(3) });
      if (leaving.length > 0) await node.control('reorganise', { depth: 4, dropped: leaving });
      await node.control('mine', { blocks: 5 + pick(20) });
      for (const { payment, value } of staying) owed.set(payment.api, (owed.get(payment.api) ?? 0n) + value);
      sent += staying.length;
      batches += 1;
      if (batches % 4 === 0)
        await node.control('faults', {
          provider: pick(2),
          faults: { limited: pick(5), breaks_off: pick(3) },
        });
      await Bun.sleep(1_000);
      if (batches % KILL_EVERY === 0) kills.push(await killOne(kills.length));
    }
    for (const provider of [0, 1]) await node.control('faults', { provider, faults: {} });
    await node.settle();
    expect(kills.length).toBeGreaterThanOrEqual(12);

    const credited = async () =>
      (
        await again(async () =>
          boss.call<{ count: number }>('usdt_transaction_record/inquire', {
            state: ['credited'],
            page: 1,
            page_size: 1,
          }),
        )
      ).content.count;
    const end = performance.now() + LIMIT;
    while ((await again(credited)) < sent && performance.now() < end) await Bun.sleep(2_000);
    expect(await credited()).toBe(sent);
    for (const [api, value] of owed)
      expect((await api.call<{ balance: string }>('balance_recharge/facts')).content.balance).toBe(
        String(value),
      );
    // Once more, after everything has been looked at again.
    await Bun.sleep(15_000);
    expect(await credited()).toBe(sent);
  },
  40 * 60_000,
);
