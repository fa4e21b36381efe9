import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approvalOf } from '../../plugins/wallet/signing/approvers/approval-of.ts';
import { type TestApprover, testApprover } from '../../plugins/wallet/signing/testing/approver.ts';
import { JOBS } from '../../runtime/services/jobs/job-queue.ts';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { PUBLIC } from '../domain-place.ts';
import { hastenMoney } from '../hasten-money.ts';
import { openPaying } from '../open-paying.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../tron-node.ts';
import { until } from '../until.ts';
import { lookAtRestored } from './wallet-screens/look-at-restored.ts';

// The machine burns down. What is left: a backup, the master key, and a chain that has gone on since the backup was made.

const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const COLLECTION = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
const MASTER = '8f1c5b0e9a7d42633b5f0c9e1d7a48261e3f9b8c7d6a5f4e3d2c1b0a99887766';
const DAY_MS = 86_400_000;
/** Blocks of more than the ten minutes for which a transaction counts. */
const BLOCKS_OF_MINUTES = 260;
/** What the payout account has at first, and what each withdrawal pays. */
const SUMS = {
  start: '20000000',
  first: '7000000',
  short: '90000000',
  late: '8000000',
  further: '6000000',
  topUp: '900000000',
  deposit: '50000000',
  lost: '30000000',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'waypost-drill-'));
const dataDir = join(folder, 'data');
const archive = join(folder, 'backup.tar');
const env = { OUTGOING_TEST_ADDRESSES: PUBLIC, WALLET_MASTER_KEY: MASTER };
const variables = { WALLET_MASTER_KEY: MASTER };

let node: TronNode;
let product: Product;
let root: Api;
let people: Record<'boss' | 'agent' | 'customer' | 'other', Awaited<ReturnType<typeof createAccount>>>;
let apis: Record<keyof typeof people, Api>;
let approver: TestApprover;
let house: string;

const signer = (...words: string[]) => runCommand({ dataDir }, ['signer', ...words], { variables });
const signerList = async () => JSON.parse(await signer('list', '--json')) as Record<string, unknown>;

async function start(): Promise<void> {
  product = await startProduct({ dataDir, env });
  root = await signIn(product.origin, product.administrator);
}
async function logIn(): Promise<void> {
  const entries = Object.entries(people).map(
    async ([name, person]) => [name, await signIn(product.origin, person)] as const,
  );
  apis = Object.fromEntries(await Promise.all(entries)) as typeof apis;
}
async function idOf(api: Api): Promise<string> {
  return (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
}

beforeAll(async () => {
  mkdirSync(dataDir);
  node = await startTronNode({ host: PUBLIC, providers: 2 });
  await start();
  // Each of its own: the first address of a key is its account.
  const [payouts, fees, paying] = [await makeKey(), await makeKey(), await makeKey()];
  house = payouts.address;
  await openPaying(root, node, {
    withdraw_minimum: '1000000',
    withdraw_fee: '0',
    xpub: paying.xpub,
    payout_switch: 1,
    payout_account: house,
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
  const account = (name: string, role: string) => createAccount(product, { account: name, role } as never);
  people = {
    boss: await account('boss.drill', 'administrator'),
    agent: await account('agent.drill', 'agent'),
    customer: await account('customer.drill', 'customer'),
    other: await account('other.drill', 'customer'),
  };
  await logIn();
  approver = testApprover(await idOf(apis.boss));
  const offered = (
    await apis.boss.call<{ fingerprint: string }>('approver_key/offer', { public_key: approver.public_key })
  ).content;
  await signer('trust', offered.fingerprint);
  const id = await idOf(apis.agent);
  (
    await root.call('user/edit_balance', {
      id,
      amount: '500',
      remark: 'For the test',
      key: 'drill-balance-of-the-agent',
    })
  ).content;
  (await apis.agent.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
  await withStore(product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
  for (const to of [house, fees.address]) await node.control('grant', { to, sun: '100000000000' });
  await node.pay({ from: PAYER, to: house, value: SUMS.start });
  await node.settle();
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function makeKey(): Promise<{ address: string; xpub: string }> {
  const { id } = (await root.call<{ id: string }>('tron/make', {})).content;
  return (await root.call<{ address: string; xpub: string }>('tron/details', { id })).content;
}

const ask = async (amount: string) =>
  (
    await apis.agent.call<{ id: string }>('acting_withdrawal_list/add', {
      amount,
      key: `drill-withdrawal-${amount}`,
    })
  ).content.id;

/** Approved with the key of the approver's browser. */
async function approve(id: string): Promise<void> {
  const row = (await apis.boss.call<Parameters<typeof approvalOf>[0]>('withdrawal_list/details', { id }))
    .content;
  const approved_at = new Date().toISOString();
  const { public_key, signature } = approver.sign(
    approvalOf({ ...row, id }, { approver: approver.approver, approved_at }),
  );
  (await apis.boss.call('withdrawal_list/approve', { id, approval: { approved_at, public_key, signature } }))
    .content;
}

interface Row {
  phase: string;
  fault: string;
  transaction: string;
  seen_transactions: string[];
}
const row = async (id: string) => (await apis.boss.call<Row>('withdrawal_list/details', { id })).content;
const isIn = (id: string, phase: string) => async () => (await row(id)).phase === phase;

/** With blocks, and the jobs that look at the chain made due, until it is so. */
const soon = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      if (await isSo()) return true;
      await node.control('mine', { blocks: 8 });
      await hasten();
      return false;
    },
    { everyMs: 700, withinMs: 120_000, explain: () => product.output().slice(-3_000) },
  );
const hasten = () => hastenMoney(product);
/** When the job that sends has come to its end last. */
const finished = () =>
  withStore(product, async (database) => {
    const job = await database.collection(JOBS).findOne({ name: 'wallet.send_transactions' });
    return (job?.lastFinishedAt as Date | undefined)?.getTime() ?? 0;
  });
/** So many looks, the second of which has begun behind this: what would be sent is sent by then. */
async function looks(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const before = await finished();
    await hasten();
    await until('the job has looked', async () => (await finished()) > before, { everyMs: 200 });
    await node.control('mine', { blocks: 2 });
  }
}

async function topUp(name: 'customer' | 'other', amount: string): Promise<{ id: string; address: string }> {
  const body = { amount, key: `drill-top-up-${name}-${amount}` };
  return (await apis[name].call<{ id: string; address: string }>('balance_recharge/add', body)).content;
}
const balanceOf = async (of: string) =>
  (await node.control('balance', { of })) as { token: string; trx: string };
const paid = async () =>
  ((await node.control('signed', { by: house })) as { id: string; to: string; value: string }[]).filter(
    ({ to }) => to === PAYOUT,
  );
const valuesPaid = async () => (await paid()).map(({ value }) => value).sort();

let first: string;
let short: string;
let late: string;
let lostAddress: string;
let before: Record<string, unknown>;

test('before the loss: deposits, a payout and a collection; then a backup, and two payouts after it', async () => {
  const { address } = await topUp('customer', SUMS.deposit);
  await node.pay({ from: PAYER, to: address, value: SUMS.deposit });
  first = await ask(SUMS.first);
  await approve(first);
  await soon('the first is paid', isIn(first, 'paid'));
  await soon('the deposit is credited', async () => (await credited()).length === 1);
  await until('collecting has begun', async () => {
    const { body } = await root.call('tron_transaction_summary/collect', { least: '1000000' });
    return body.status === true;
  });
  await soon('it is collected', async () => {
    const kept = await storeOf('wallet_sending', { purpose: 'collect', phase: 'solid' });
    return kept.length === 1;
  });
  expect((await balanceOf(COLLECTION)).token).toBe(SUMS.deposit);
  // Approved, and more than the account has; and one that nobody has approved yet.
  short = await ask(SUMS.short);
  await approve(short);
  late = await ask(SUMS.late);
  await looks(2);
  expect((await row(short)).phase).toBe('approved');
  before = await signerList();
  await runCommand({ dataDir }, ['backup', archive], {});
  expect(existsSync(archive)).toBe(true);

  await node.pay({ from: PAYER, to: house, value: SUMS.topUp });
  await approve(late);
  for (const id of [short, late]) await soon('it is paid after the backup', isIn(id, 'paid'));
  const made = await topUp('other', SUMS.lost);
  lostAddress = made.address;
  await node.pay({ from: PAYER, to: lostAddress, value: SUMS.lost });
  await soon('it is credited after the backup', async () => (await credited()).length === 2);
}, 400_000);

const storeOf = (name: string, query: object) =>
  withStore(
    product,
    async (database) =>
      (await database
        .collection(name)
        .find(query as never)
        .toArray()) as unknown as Record<string, string>[],
  );
const credited = () => storeOf('wallet_transfer', { state: 'credited' });

test('after the restore what was paid since the backup is not paid again: it is found on the chain, and somebody decides', async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
  await runCommand({ dataDir }, ['restore', archive], {});
  await start();
  await logIn();
  const sentBefore = await valuesPaid();
  expect(sentBefore).toEqual([SUMS.first, SUMS.late, SUMS.short].sort());
  await until(
    'the signer is open',
    async () => (await root.call<{ state: string }>('tron/signer')).content.state === 'open',
  );
  // What it did is whole: the same keys, limits and approvers, and a line more, that it was restored.
  const after = await signerList();
  for (const name of ['keys', 'limits', 'trusted'] as const) expect(after[name]).toEqual(before[name]);
  expect(after.head).not.toBe(before.head);
  // As it stands in the backup.
  expect((await row(late)).phase).toBe('waiting');
  await approve(late);
  await node.control('mine', { blocks: BLOCKS_OF_MINUTES });
  await looks(3);
  expect(await valuesPaid()).toEqual(sentBefore);
  for (const [id, value] of [
    [short, SUMS.short],
    [late, SUMS.late],
  ] as const) {
    const sent = (await paid()).find((one) => one.value === value)?.id ?? '';
    expect(await row(id)).toMatchObject({
      phase: 'undecided',
      fault: 'sent_before',
      seen_transactions: [sent],
    });
    (await apis.boss.call('withdrawal_list/take_on', { id })).content;
    (await apis.boss.call('withdrawal_list/pay', { id, transaction: sent })).content;
    await soon('it is booked by what has paid it', isIn(id, 'paid'));
  }
}, 400_000);

test('nothing is paid before somebody with the master key says so; then a further one is, once', async () => {
  const further = await ask(SUMS.further);
  await approve(further);
  await looks(2);
  expect((await row(further)).phase).toBe('approved');
  const { content } = await root.call<{ is_held: boolean }>('tron/signer');
  expect(content.is_held).toBe(true);
  expect(await signer('list')).toContain('waypost signer resume');
  expect(await signer('resume')).toContain('paid again');
  await soon('the further one is paid', isIn(further, 'paid'));
  await looks(2);
  const all = [SUMS.first, SUMS.late, SUMS.short, SUMS.further];
  expect(await valuesPaid()).toEqual([...all].sort());
}, 400_000);

test('no address of a lost order is given to anybody else; what came there waits, and is for whoever is said to have paid it', async () => {
  const made = await topUp('customer', SUMS.lost);
  expect(made.address).not.toBe(lostAddress);
  await soon('it is found at the address of the lost order', async () => {
    const found = await storeOf('wallet_transfer', { receiver: lostAddress });
    return found.length === 1;
  });
  expect(await credited()).toHaveLength(1);
  const [found] = await storeOf('wallet_transfer', { receiver: lostAddress });
  expect(found).toMatchObject({ state: 'unmatched', reason: 'restored', received: SUMS.lost });
  await lookAtRestored(product);
  const { content } = await root.call<{ content: { id: string }[] }>('usdt_transaction_record/inquire', {
    page: 1,
    page_size: 5,
    state: ['unmatched'],
  });
  const body = {
    id: content.content[0]?.id,
    decision: 'account',
    account: await idOf(apis.other),
    reason: 'Has named the transaction',
  };
  (await root.call('usdt_transaction_record/resolve', body)).content;
  const balance = async (api: Api) =>
    (await api.call<{ balance: string }>('balance_recharge/facts')).content.balance;
  expect([await balance(apis.other), await balance(apis.customer)]).toEqual([SUMS.lost, SUMS.deposit]);
}, 200_000);

test('the accounts have what the chain says, and the closing of the day adds up', async () => {
  const { content: rows } = (
    await root.call<{ content: { id: string; address: string }[] }>('tron/inquire', {
      page: 1,
      page_size: 50,
    })
  ).content;
  expect(rows.map(({ address }) => address)).toContain(house);
  await node.settle();
  for (const { id, address } of rows) {
    const { token, trx } = await balanceOf(address);
    const { content } = await root.call<Record<string, string>>('tron/refresh', { id });
    expect(content).toMatchObject({ usdt_balance: token, real_time_balance: token, trx_balance: trx });
  }
  // A day that is over: all of this was two days ago.
  const time = new Date(Date.now() - 2 * DAY_MS);
  const fields: Record<string, readonly string[]> = {
    system_ledger_bill: ['time'],
    system_ledger_journal: ['time'],
    wallet_transfer: ['create_time', 'credited_time'],
    wallet_sending: ['end_time'],
  };
  await withStore(product, async (database) => {
    for (const [name, names] of Object.entries(fields))
      for (const field of names)
        await database.collection(name).updateMany({ [field]: { $ne: null } }, { $set: { [field]: time } });
  });
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: product.timeZone }).format(time);
  (await root.call('bill_closing/close', { day })).content;
  const closed = await until('the day is closed', async () => {
    const { content } = await root.call<{ content: Record<string, string>[] }>('bill_closing/inquire', {
      day_from: day,
      day_to: day,
      page: 1,
      page_size: 1,
    });
    return content.content[0];
  });
  expect(closed).toMatchObject({ state: 'balanced', faults: [] });
  const { deposit, lost, further, first: one, short: two, late: three } = SUMS;
  const sum = (...all: string[]) => String(all.reduce((total, each) => total + BigInt(each), 0n));
  expect(closed).toMatchObject({
    received: sum(deposit, lost),
    credited: sum(deposit, lost),
    unmatched: '0',
  });
  // What was sent after the backup is booked, and no transaction that this signer knows of.
  expect(closed).toMatchObject({ paid_out: sum(one, two, three, further), sent_out: sum(one, further) });
}, 200_000);
