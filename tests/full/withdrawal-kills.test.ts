import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, type ApiAnswer, signIn } from '../api.ts';
import { randomFrom } from '../crash/store/random.ts';
import { PUBLIC } from '../domain-place.ts';
import { openPaying } from '../open-paying.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { PAYER, startTronNode, type TronNode } from '../tron-node.ts';
import { until } from '../until.ts';
import { programs } from './kills/programs.ts';

const SEED = 20_261_127;
const EACH = 5;
/** `WAYPOST_WITHDRAWALS=100` is the long form. */
const AGENTS = Math.ceil(Number(process.env.WAYPOST_WITHDRAWALS ?? 40) / EACH);
/** Of each agent; what is asked for is much less. */
const START = 1_000_000_000n;
/** Longest that all work between two kills, milliseconds: a process is killed at a random moment of it. */
const MOST_PAUSE_MS = 2_000;
const KILLS = 8;
/** Milliseconds; a busy machine takes its time to bring processes back, and many calls are allowed 60 times a minute. */
const AGAIN = { limit: 180_000, pause: 200, pauseAfter429: 1_000 } as const;
/** For what happens behind the calls. */
const PATIENT = { withinMs: 240_000, everyMs: 1_000 };
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';

const random = randomFrom(SEED);
const pick = (count: number): number => Math.floor(random() * count);

let node: TronNode;
let product: Product;
let root: Api;
let bosses: Api[];
let agents: { api: Api; id: string }[];

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC, providers: 2 });
  product = await startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } });
  root = await signIn(product.origin, product.administrator);
  await openPaying(root, node, {
    withdraw_minimum: '1000000',
    withdraw_fee: '100',
    withdraw_two_people: '0',
  });
  bosses = [];
  for (const account of ['boss.one', 'boss.two'])
    bosses.push(
      await signIn(product.origin, await createAccount(product, { account, role: 'administrator' })),
    );
  agents = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const api = await signIn(
      product.origin,
      await createAccount(product, { account: `agent.kill.${at}`, role: 'agent' }),
    );
    const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
    const { id } = user_info;
    (
      await root.call('user/edit_balance', {
        id,
        amount: String(START / 1_000_000n),
        remark: 'For the test',
        key: `kill-balance-${at}-key`,
      })
    ).content;
    (await api.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
    agents.push({ api, id });
  }
  await withStore(product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
}, 180_000);
afterAll(async () => {
  await product?.stop();
  await node?.stop();
}, 60_000);

/**
 * Repeats a call while what answers it is being killed. After AGAIN.limit it fails with the first refusal, which is the cause, and
 * with the last error, which is often only a consequence. `done`: codes that say that it was done before.
 */
async function again<T>(
  work: () => Promise<ApiAnswer<T>>,
  done: readonly string[] = [],
): Promise<T | undefined> {
  const end = performance.now() + AGAIN.limit;
  let first: unknown;
  for (;;) {
    // One more call when the time is over: the one before may have hung until its process was killed.
    const isLast = performance.now() > end;
    let answer: ApiAnswer<T> | undefined;
    try {
      answer = await work();
      if (answer.body.status !== true && done.includes(answer.body.code)) return undefined;
      return answer.content;
    } catch (error) {
      // Without an answer a process was killed, which is what the test does.
      if (answer !== undefined) first ??= error;
      if (isLast) throw new Error(`not within ${AGAIN.limit / 1_000} s: ${error}`, { cause: first });
      await Bun.sleep(answer?.status === 429 ? AGAIN.pauseAfter429 : AGAIN.pause);
    }
  }
}

/** Kills one of the processes at random. */
function killOne(): string | undefined {
  const { store, runtime } = product.childPids();
  const kinds = Object.entries({ runtime, store, tron: programs(runtime)[0] });
  const [kind, pid] = kinds[pick(kinds.length)] ?? ['', undefined];
  if (pid === undefined) return undefined;
  process.kill(pid, 'SIGKILL');
  return kind;
}

/** One withdrawal from asking to its transaction; each call is made again until it was made. */
async function withdraw(agent: { api: Api }, key: string): Promise<{ id: string; amount: bigint }> {
  const amount = BigInt(1_000_000 + pick(9_000_000));
  const made = await again(() =>
    agent.api.call<{ id: string }>('acting_withdrawal_list/add', { amount: String(amount), key }),
  );
  const id = made?.id ?? '';
  for (const boss of bosses)
    await again(
      () => boss.call('withdrawal_list/approve', { id }),
      ['wallet.withdrawal_approved_before', 'wallet.withdrawal_over'],
    );
  const transaction = await node.pay({ from: PAYER, to: PAYOUT, value: String(amount - 100n) });
  const payer = bosses[0] as Api;
  await again(() => payer.call('withdrawal_list/take_on', { id }), ['wallet.withdrawal_over']);
  await again(
    () => payer.call('withdrawal_list/pay', { id, transaction }),
    // It was entered, and booked by now.
    ['wallet.withdrawal_over'],
  );
  return { id, amount };
}

test(
  `${AGENTS * EACH} withdrawals while processes are killed at random moments: each is held once, paid once, and nothing is lost`,
  async () => {
    const kills: string[] = [];
    let isOver = false;
    const killer = async () => {
      while (!isOver && kills.length < KILLS) {
        await Bun.sleep(pick(MOST_PAUSE_MS));
        const kind = isOver ? undefined : killOne();
        if (kind !== undefined) kills.push(kind);
        // On a busy machine it takes its time to come back.
        await again(() => root.call('pay_config/details'));
      }
    };
    const made: { agent: string; id: string; amount: bigint }[] = [];
    const work = Promise.all(
      agents.map(async (agent, at) => {
        for (let serial = 0; serial < EACH; serial += 1) {
          // A quick machine would be done before something has been killed.
          await until('something was killed since', () => kills.length >= serial, PATIENT);
          made.push({ agent: agent.id, ...(await withdraw(agent, `kill-withdrawal-${at}-${serial}`)) });
        }
      }),
    );
    const killing = killer();
    await work;
    await node.settle();
    const paid = async () =>
      (
        await again(() =>
          root.call<{ count: number }>('withdrawal_list/inquire', { phase: ['paid'], page: 1, page_size: 1 }),
        )
      )?.count ?? 0;
    // The first is booked while they go on being killed.
    await until('the first is paid', async () => (await paid()) > 0, PATIENT);
    isOver = true;
    await killing;
    await until('all are paid', async () => (await paid()) >= made.length, {
      ...PATIENT,
      explain: async () => `${await paid()} of ${made.length} after ${kills}`,
    });
    expect(await paid()).toBe(AGENTS * EACH);
    expect(kills.length).toBeGreaterThanOrEqual(4);
    await withStore(product, async (database) => {
      const rows = await database.collection('wallet_withdrawal').find({}).toArray();
      expect(rows).toHaveLength(made.length);
      expect(new Set(rows.map(({ transaction, log_index }) => `${transaction}/${log_index}`)).size).toBe(
        rows.length,
      );
      for (const agent of agents) {
        const gone = made.reduce((sum, one) => (one.agent === agent.id ? sum + one.amount : sum), 0n);
        const facts = (
          await agent.api.call<{ available: string; held: string }>('acting_withdrawal_list/facts')
        ).content;
        expect(facts).toMatchObject({ available: String(START - gone), held: '0' });
      }
      const holds = await database.collection('system_ledger_hold').find({}).toArray();
      expect([holds.length, new Set(holds.map(({ state }) => state))]).toEqual([
        made.length,
        new Set(['posted']),
      ]);
      const posted = await database
        .collection('system_ledger_journal')
        .find({ type: 'wallet.withdrawal_paid' })
        .toArray();
      expect(new Set(posted.map(({ hold }) => hold)).size).toBe(posted.length);
      expect(posted).toHaveLength(made.length);
    });
  },
  20 * 60_000,
);
