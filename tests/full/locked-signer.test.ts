import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approvalOf } from '../../plugins/wallet/signing/approvers/approval-of.ts';
import { testApprover } from '../../plugins/wallet/signing/testing/approver.ts';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { PUBLIC } from '../domain-place.ts';
import { findPerson } from '../find-person.ts';
import { hastenMoney } from '../hasten-money.ts';
import { openPaying } from '../open-paying.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../tron-node.ts';
import { until } from '../until.ts';

// Waypost is started with another master key, and with none: nothing is signed, and customers pay as ever.

const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const MASTER = '8f1c5b0e9a7d42633b5f0c9e1d7a48261e3f9b8c7d6a5f4e3d2c1b0a99887766';
const OTHER = MASTER.replace('8f', '7f');
const DEPOSIT = '5000000';
const WITHDRAWAL = '20000000';

const folder = mkdtempSync(join(tmpdir(), 'waypost-locked-'));
const dataDir = join(folder, 'data');
let node: TronNode;
let product: Product;
let root: Api;
let customer: Credentials;
let boss: Credentials;
let house: string;

async function start(master?: string): Promise<void> {
  const key = master === undefined ? {} : { WALLET_MASTER_KEY: master };
  product = await startProduct({ dataDir, env: { OUTGOING_TEST_ADDRESSES: PUBLIC, ...key } });
  root = await signIn(product.origin, product.administrator);
}
async function restart(master?: string): Promise<void> {
  await product.stop();
  await start(master);
}
const signer = (...words: string[]) =>
  runCommand({ dataDir }, ['signer', ...words], { variables: { WALLET_MASTER_KEY: MASTER } });
async function makeKey(): Promise<{ address: string; xpub: string }> {
  const { id } = (await root.call<{ id: string }>('tron/make', {})).content;
  return (await root.call<{ address: string; xpub: string }>('tron/details', { id })).content;
}

beforeAll(async () => {
  mkdirSync(dataDir);
  node = await startTronNode({ host: PUBLIC });
  await node.control('pace', { ms: 200 });
  await start(MASTER);
  const [payouts, paying] = [await makeKey(), await makeKey()];
  house = payouts.address;
  const { xpub } = paying;
  const sending = { payout_switch: 1, payout_account: house, withdraw_fee: '0' };
  await openPaying(root, node, { xpub, withdraw_minimum: '1000000', ...sending });
  for (const [name, value] of [
    ['network', 'nile'],
    ['contract', FAKE_USDT],
    ...['single', 'daily', 'two-above', 'fee-limit'].map((name) => [name, '1000'] as const),
  ] as const)
    await signer('set', name, value);
  await node.control('grant', { to: house, sun: '100000000000' });
  await node.pay({ from: PAYER, to: house, value: '1000000000' });
  boss = await createAccount(product, { account: 'boss.locked', role: 'administrator' });
  customer = await createAccount(product, { account: 'customer.locked', role: 'customer' });
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** A withdrawal that the signer would pay at once. */
async function approveWithdrawal(): Promise<string> {
  const login = await createAccount(product, { account: 'agent.locked', role: 'agent' });
  const { id } = await findPerson(root, 'agent.locked');
  const money = { id, amount: '100', remark: 'For the test', key: 'locked-signer-balance' };
  (await root.call('user/edit_balance', money)).content;
  const agent = await signIn(product.origin, login);
  (await agent.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
  await withStore(product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
  const body = { amount: WITHDRAWAL, key: 'locked-signer-withdrawal' };
  const made = (await agent.call<{ id: string }>('acting_withdrawal_list/add', body)).content;
  const api = await signIn(product.origin, boss);
  const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
  const approver = testApprover(user_info.id);
  const { public_key } = approver;
  const offered = await api.call<{ fingerprint: string }>('approver_key/offer', { public_key });
  await signer('trust', offered.content.fingerprint);
  // The signer is locked, and the withdrawal approved, before anything could be sent.
  await restart(OTHER);
  const again = await signIn(product.origin, boss);
  const row = (await again.call<Parameters<typeof approvalOf>[0]>('withdrawal_list/details', { id: made.id }))
    .content;
  const approved_at = new Date().toISOString();
  const approval = { approver: approver.approver, approved_at };
  const { signature } = approver.sign(approvalOf({ ...row, id: made.id }, approval));
  const signed = { approved_at, public_key, signature };
  (await again.call('withdrawal_list/approve', { id: made.id, approval: signed })).content;
  return made.id;
}

const soon = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      if (await isSo()) return true;
      await node.control('mine', { blocks: 8 });
      await hastenMoney(product);
      return false;
    },
    { everyMs: 700, withinMs: 120_000, explain: () => product.output().slice(-3_000) },
  );
const isIn = async (state: string) =>
  (await root.call<{ state: string }>('tron/signer')).content.state === state;
const sent = () => node.control('signed', { by: house });
const phaseOf = async (id: string) =>
  (await root.call<{ phase: string }>('withdrawal_list/details', { id })).content.phase;

/** A payment of the customer, from the address that is shown to the balance. */
async function pay(times: number): Promise<void> {
  const api = await signIn(product.origin, customer);
  const body = { amount: DEPOSIT, key: `locked-signer-payment-${times}` };
  const { address } = (await api.call<{ address: string }>('balance_recharge/add', body)).content;
  await node.pay({ from: PAYER, to: address, value: DEPOSIT });
  const balance = async () => (await api.call<{ balance: string }>('balance_recharge/facts')).content.balance;
  const wanted = String(BigInt(DEPOSIT) * BigInt(times));
  await soon('it is credited', async () => (await balance()) === wanted);
}

test('with a master key that is wrong, or none, nothing is sent and deposits are credited; with the right one it goes on', async () => {
  const id = await approveWithdrawal();
  await until('the signer says that it is locked', () => isIn('locked'));
  expect((await root.call<{ reason: string }>('tron/signer')).content.reason).toBe('master_key');
  await pay(1);
  await restart();
  await until('the signer is said to have no key', () => isIn('no_master_key'));
  await pay(2);
  expect([await sent(), await phaseOf(id)]).toEqual([[], 'approved']);
  await restart(MASTER);
  await soon('it is paid', async () => (await phaseOf(id)) === 'paid');
  await pay(3);
  expect(await sent()).toMatchObject([{ to: PAYOUT, value: WITHDRAWAL }]);
}, 400_000);
