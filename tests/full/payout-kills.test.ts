import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readXpub } from '../../plugins/wallet/chain/addresses/xpub.ts';
import { approvalOf } from '../../plugins/wallet/signing/approvers/approval-of.ts';
import { type TestApprover, testApprover } from '../../plugins/wallet/signing/testing/approver.ts';
import { runWaypost } from '../../runtime/command/testing/run-waypost.ts';
import { JOBS } from '../../runtime/services/jobs/job-queue.ts';
import { createAccount } from '../accounts.ts';
import { type Api, type ApiAnswer, signIn } from '../api.ts';
import { randomFrom } from '../crash/store/random.ts';
import { PUBLIC } from '../domain-place.ts';
import { hastenJobs } from '../hasten-jobs.ts';
import { openPaying } from '../open-paying.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../tron-node.ts';
import { programs } from './kills/programs.ts';

/** Withdrawals, and addresses that are collected: WAYPOST_PAYOUTS=20 is the short form. */
const COUNT = Number(process.env.WAYPOST_PAYOUTS ?? 100);
const SEED = 20_261_120;
const EACH = 10;
const AGENTS = Math.ceil(COUNT / EACH);
const START = '1000000';
/** Longest that all work between two kills, milliseconds. */
const MOST_PAUSE_MS = 3_000;
/** Milliseconds from block to block: the chain's clock goes as ours. */
const BLOCK_MS = 200;
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const COLLECTION = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
const MASTER = '8f1c5b0e9a7d42633b5f0c9e1d7a48261e3f9b8c7d6a5f4e3d2c1b0a99887766';
/** By how much of the estimate a fee may differ. */
const APART = 0.1;

const random = randomFrom(SEED);
const pick = (count: number): number => Math.floor(random() * count);

interface KeyRow {
  address: string;
  xpub: string;
}

let node: TronNode;
let product: Product;
let root: Api;
let boss: { api: Api; approver: TestApprover };
let agents: Api[];
let house: KeyRow;
let fees: KeyRow;
let isOver = false;
let weather: Promise<void>;
const kills: string[] = [];

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC, providers: 2 });
  await node.control('pace', { ms: BLOCK_MS });
  product = await startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC, WALLET_MASTER_KEY: MASTER } });
  root = await signIn(product.origin, product.administrator);
  house = await makeKey();
  fees = await makeKey();
  await openPaying(root, node, {
    withdraw_minimum: '1000000',
    withdraw_fee: '100',
    xpub: house.xpub,
    payout_switch: 1,
    payout_account: house.address,
    fee_account: fees.address,
  });
  for (const [name, value] of [
    ...[['network', 'nile'] as const, ['contract', FAKE_USDT] as const, ['collect-to', COLLECTION] as const],
    ...(['single', 'daily', 'two-above', 'fund-run', 'fund-daily'] as const).map(
      (name) => [name, '1000000'] as const,
    ),
    ...[['fund-single', '50'] as const, ['fee-limit', '100'] as const],
  ])
    await signer('set', name, value);
  const api = await signIn(
    product.origin,
    await createAccount(product, { account: 'boss.one', role: 'administrator' }),
  );
  const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
  boss = { api, approver: testApprover(user_info.id) };
  const offered = (
    await api.call<{ fingerprint: string }>('approver_key/offer', { public_key: boss.approver.public_key })
  ).content;
  await signer('trust', offered.fingerprint);
  agents = [];
  for (let at = 0; at < AGENTS; at += 1) agents.push(await newAgent(at));
  await withStore(product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
  for (const { address: to } of [house, fees]) await node.control('grant', { to, sun: '100000000000' });
  await node.pay({ from: PAYER, to: house.address, value: '100000000000' });
  weather = makeWeather();
}, 240_000);
afterAll(async () => {
  isOver = true;
  await weather;
  await product?.stop();
  await node?.stop();
}, 60_000);

async function makeKey(): Promise<KeyRow> {
  const { id } = (await root.call<{ id: string }>('tron/make', {})).content;
  return (await root.call<KeyRow>('tron/details', { id })).content;
}

/** A command on the server itself, with the master key. */
async function signer(...words: string[]): Promise<void> {
  const done = await runWaypost(product.dataDir, ['signer', ...words], { WALLET_MASTER_KEY: MASTER });
  expect([words.join(' '), done.code, done.error]).toEqual([words.join(' '), 0, '']);
}

async function newAgent(at: number): Promise<Api> {
  const api = await signIn(
    product.origin,
    await createAccount(product, { account: `agent.pay.${at}`, role: 'agent' }),
  );
  const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
  const money = { id: user_info.id, amount: START, remark: 'For the test', key: `pay-balance-${at}-key` };
  (await root.call('user/edit_balance', money)).content;
  (await api.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
  return api;
}

/** Blocks come; now and then some are taken back, the pool is full, or a node forgets what waits. */
async function makeWeather(): Promise<void> {
  for (let turn = 0; !isOver; turn += 1) {
    await Bun.sleep(BLOCK_MS);
    await node.control('mine', { blocks: 1 });
    if (turn % 25 === 10)
      await node.control('reorganise', { depth: 1 + pick(12), are_pooled: pick(2) === 0 });
    if (turn % 60 === 20) await node.control('pool', { most: 0 });
    if (turn % 60 === 35) await node.control('pool', { most: null });
    if (turn % 90 === 50) await node.control('pool', { forgets: 'all' });
    // A few are gone for good, and have to be sent once more.
    if (turn % 70 === 60) await dropNewest();
  }
}

async function dropNewest(): Promise<void> {
  const sent = await signedBy(house.address);
  const dropped = sent.slice(-2).map(({ id }) => id);
  await node.control('reorganise', { depth: 15, dropped });
}

interface OnChain {
  id: string;
  to: string;
  value: string;
  contract: string;
  fee: number;
  result: string;
}
const signedBy = async (by: string) => (await node.control('signed', { by })) as OnChain[];

/** A call that goes on being made while what answers it is being killed. `done`: codes that say that it was done before. */
async function again<T>(
  work: () => Promise<ApiAnswer<T>>,
  done: readonly string[] = [],
): Promise<T | undefined> {
  for (let trial = 0; ; trial += 1)
    try {
      const answer = await work();
      if (answer.body.status !== true && done.includes(answer.body.code)) return undefined;
      return answer.content;
    } catch (error) {
      if (trial > 600) throw error;
      await Bun.sleep(200);
    }
}

/** The process that signs: a child of the launcher, beside the server. */
function signerPid(): number | undefined {
  const listing = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(product.pid)]).stdout.toString();
  const line = listing.split('\n').find((one) => one.includes('outside/apart/main.ts'));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

/** Kills one of the processes at random, until enough were. */
async function killOn(until: number): Promise<void> {
  while (!isOver && kills.length < until) {
    await Bun.sleep(pick(MOST_PAUSE_MS));
    const { store, runtime } = product.childPids();
    const kinds = Object.entries({ runtime, store, tron: programs(runtime)[0], signer: signerPid() });
    const [kind, pid] = kinds[pick(kinds.length)] ?? ['', undefined];
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    kills.push(kind);
    // On a busy machine it takes its time to come back.
    await again(() => root.call('pay_config/details'));
  }
}

/** What is on the way still, as the store has it, and when the jobs run. */
const standing = () =>
  withStore(product, async (database) => {
    const open = { phase: { $nin: ['paid', 'solid'] } };
    const [withdrawals, sendings, jobs] = await Promise.all([
      database.collection('wallet_withdrawal').find(open).limit(5).toArray(),
      database.collection('wallet_sending').find(open).limit(5).toArray(),
      database
        .collection(JOBS)
        .find({ name: { $regex: /^wallet\./ } })
        .toArray(),
    ]);
    return JSON.stringify({ withdrawals, sendings, jobs, kills }, undefined, 1);
  });

/** Looks each second, with the job that sends made due, until it is so. */
async function soon(what: string, isSo: () => Promise<boolean>, seconds = 300): Promise<void> {
  for (let looks = 0; looks < seconds; looks += 1) {
    if (await isSo()) return;
    await withStore(product, (database) => hastenJobs(database, ['wallet.send_transactions'])).catch(
      // The store is just being killed.
      () => undefined,
    );
    await Bun.sleep(1_000);
  }
  throw new Error(`not ${what} after ${seconds} s: ${await standing()}`);
}

/** One withdrawal, asked for and approved with the approver's own key; each call is made again until it was made. */
async function approved(agent: Api, key: string): Promise<string> {
  const amount = String(1_000_000 + pick(9_000_000));
  const made = await again(() => agent.call<{ id: string }>('acting_withdrawal_list/add', { amount, key }));
  const id = made?.id ?? '';
  const row = await again(() =>
    boss.api.call<Parameters<typeof approvalOf>[0]>('withdrawal_list/details', { id }),
  );
  if (row === undefined) throw new Error('there is no such withdrawal');
  const approved_at = new Date().toISOString();
  const { approver } = boss;
  const { public_key, signature } = approver.sign(
    approvalOf({ ...row, id }, { approver: approver.approver, approved_at }),
  );
  await again(
    () => boss.api.call('withdrawal_list/approve', { id, approval: { approved_at, public_key, signature } }),
    ['wallet.withdrawal_approved_before', 'wallet.withdrawal_over'],
  );
  return row.payout;
}

interface Kept {
  purpose: string;
  phase: string;
  subject: string;
  fee: string;
  fee_estimate: string;
  amount: string;
}
const keptOf = (purpose: string) =>
  withStore(
    product,
    async (database) =>
      (await database.collection('wallet_sending').find({ purpose }).toArray()) as unknown as Kept[],
  );
/** What was burned is what was thought so. Free bandwidth goes to whoever comes into a block first: of TRX it is all of the fee. */
function requireFees(sent: readonly Kept[]): void {
  for (const { phase, purpose, fee, fee_estimate } of sent)
    if (phase === 'solid' && purpose !== 'fund')
      expect(Math.abs(Number(fee) / Number(fee_estimate) - 1)).toBeLessThan(APART);
  const sum = (of: 'fee' | 'fee_estimate') =>
    sent.reduce((total, one) => (one.phase === 'solid' ? total + Number(one[of]) : total), 0);
  expect(Math.abs(sum('fee') / sum('fee_estimate') - 1)).toBeLessThan(APART);
}

test(
  `${COUNT} withdrawals while the server, its store and the signer are killed, and the chain has weather: each is paid once`,
  async () => {
    const killing = killOn(Math.max(4, COUNT / 10));
    const payouts = (
      await Promise.all(
        agents.map(async (agent, at) => {
          const made: string[] = [];
          for (let serial = 0; serial < EACH && at * EACH + serial < COUNT; serial += 1)
            made.push(await approved(agent, `pay-withdrawal-${at}-${serial}`));
          return made;
        }),
      )
    ).flat();
    const paid = async () =>
      (
        await again(() =>
          root.call<{ count: number }>('withdrawal_list/inquire', { phase: ['paid'], page: 1, page_size: 1 }),
        )
      )?.count ?? 0;
    await soon('paid', async () => (await paid()) === COUNT, 600 + COUNT * 5);
    await killing;
    const sent = (await signedBy(house.address)).filter(({ result }) => result === 'SUCCESS');
    expect(sent.map(({ to }) => to)).toEqual(sent.map(() => PAYOUT));
    expect(sent.map(({ value }) => value).sort()).toEqual(payouts.sort());
    const kept = await keptOf('payout');
    expect(kept.filter(({ phase }) => phase === 'solid')).toHaveLength(COUNT);
    requireFees(kept);
    await withStore(product, async (database) => {
      const posted = await database
        .collection('system_ledger_journal')
        .find({ type: 'wallet.withdrawal_paid' })
        .toArray();
      expect(new Set(posted.map(({ hold }) => hold)).size).toBe(COUNT);
      expect(posted).toHaveLength(COUNT);
      const holds = await database.collection('system_ledger_hold').find({}).toArray();
      expect(new Set(holds.map(({ state }) => state))).toEqual(new Set(['posted']));
    });
    expect(kills.length).toBeGreaterThanOrEqual(4);
  },
  (1_200 + COUNT * 8) * 1_000,
);

test(
  `${COUNT} addresses are collected while the same goes on: each is funded and emptied once`,
  async () => {
    const account = readXpub(house.xpub);
    if ('fault' in account) throw new Error('no extended key');
    const addresses = Array.from({ length: COUNT }, (_, at) => ({
      index: at + 1,
      address: account.address(at + 1),
      value: String(2_000_000 + pick(5_000_000)),
    }));
    await withStore(product, async (database) => {
      await database.collection('wallet_deposit_address').insertMany(
        addresses.map(({ index, address, value }) => ({
          _id: `nile/${address}`,
          network: 'nile',
          address,
          contract: FAKE_USDT,
          index,
          account: account.fingerprint,
          order: address,
          owner: address,
          amount: value,
          tolerance: '0',
          expire_time: new Date(),
          open_time: new Date(),
          arrived: value,
          total: value,
          in_time: value,
          pending: '0',
          has_wrong_token: false,
          has_failed: false,
          is_paid: true,
          is_cancelled: false,
          cursor: 0,
          is_shared: false,
          settlement: 'settled',
          told: '',
          next_look_time: null,
          is_flooded: false,
        })) as never,
      );
    });
    for (const { address, value } of addresses)
      await node.control('transfer', { transfers: [{ from: PAYER, to: address, value }] });
    await Bun.sleep(BLOCK_MS * 25);
    const body = { least: '1000000' };
    const plan = await again(() => root.call<{ addresses: number }>('tron_transaction_summary/plan', body));
    expect(plan).toMatchObject({ addresses: COUNT, obstacle: '', receiver: COLLECTION });
    // Where it is killed before it has begun it is pressed again.
    const isBegun = () =>
      withStore(
        product,
        async (database) => (await database.collection('wallet_collection_run').countDocuments()) > 0,
      ).catch(() => false);
    await soon('begun', async () => {
      if (await isBegun()) return true;
      await again(() => root.call('tron_transaction_summary/collect', body), ['wallet.collection_running']);
      await Bun.sleep(5_000);
      return isBegun();
    });
    const killing = killOn(kills.length + Math.max(4, COUNT / 10));
    const total = addresses.reduce((sum, { value }) => sum + BigInt(value), 0n);
    const collected = async () => (await node.control('balance', { of: COLLECTION })) as { token: string };
    await soon('collected', async () => (await collected()).token === String(total), 600 + COUNT * 8);
    await killing;
    const isBooked = async () =>
      (await keptOf('collect').catch(() => [])).filter(({ phase }) => phase === 'solid').length;
    await soon('booked', async () => (await isBooked()) === COUNT);
    for (const { address, value } of addresses)
      expect((await signedBy(address)).map((one) => [one.to, one.value, one.result])).toEqual([
        [COLLECTION, value, 'SUCCESS'],
      ]);
    const funded = (await signedBy(fees.address)).map(({ to }) => to);
    expect(funded.sort()).toEqual(addresses.map(({ address }) => address).sort());
    requireFees([...(await keptOf('collect')), ...(await keptOf('fund'))]);
  },
  (1_200 + COUNT * 12) * 1_000,
);
