import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { rechargeFacts } from '../screens/balance_recharge/calls.ts';
import { offersCall } from '../screens/buy_vip_combo/calls.ts';
import { payConfigDetails, payConfigUpdate, zPayConfig } from '../screens/pay_config/calls.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { bankTopUpAdd, bankTopUpApprove, bankTopUpRefuse } from './calls.ts';
import { bankTopUpResource } from './resource.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
afterEach(() => t?.dispose());
const BANK = 'Bank of Nowhere, 4711';

/** An installation without a provider of the chain, where an operator has switched topping up by bank on. */
async function start() {
  const started = await startWallet();
  t = started.t;
  const root = await t.person('root.person', { role: 'administrator' });
  const ada = await t.person('ada.lovelace');
  const configure = async (change: object) => {
    const shown = await t.call(payConfigDetails, {}, { as: root });
    const values = { ...zPayConfig.parse(shown), version: shown.version, ...change };
    return t.call(payConfigUpdate, values, { as: root });
  };
  const add = (more: { key?: string; amount?: string; reference?: string } = {}, as: Person = ada) =>
    t.call(
      bankTopUpAdd,
      { amount: '25000000', reference: 'Invoice 12', key: crypto.randomUUID(), ...more },
      { as },
    );
  const approve = (id: string, as: Person = root, same_reference = '') =>
    t.call(bankTopUpApprove, { id, same_reference }, { as });
  const refuse = (id: string, as: Person = root) =>
    t.call(bankTopUpRefuse, { id, reason: 'Nothing has come' }, { as });
  return { ...started, root, ada, configure, add, approve, refuse };
}
const balance = async ({ id }: Person) => (await t.context.ledger.balances([id]))[0]?.available;

test('without a chain customers are shown the bank once an operator has switched it on, and pay nowhere before', async () => {
  const { ada, configure, add } = await start();
  const text = async () => (await t.call(rechargeFacts, {}, { as: ada })).bank_text;
  const isOffered = async () => (await t.call(offersCall, {}, { as: ada })).can_top_up;
  await expect(add()).rejects.toMatchObject({ code: 'wallet.bank_off', status: 409 });
  await expect(configure({ bank_switch: 1 })).rejects.toMatchObject({ errors: [{ path: 'bank_text' }] });
  expect([await text(), await isOffered()]).toEqual(['', false]);
  await configure({ bank_switch: 1, bank_text: BANK });
  expect([await text(), await isOffered()]).toEqual([BANK, true]);
});

test('what an operator approves is on the balance once, with a bill, a message and an entry; nobody decides of their own', async () => {
  const { ada, configure, add, approve, refuse, told } = await start();
  await configure({ bank_switch: 1, bank_text: BANK });
  const key = crypto.randomUUID();
  const [{ id }, same] = await Promise.all([add({ key }), add({ key })]);
  expect(same.id).toBe(id);
  await expect(add({ key, amount: '26000000' })).rejects.toMatchObject({ code: 'wallet.key_used' });
  await expect(approve(id, ada)).rejects.toMatchObject({ status: 403 });
  expect(await balance(ada)).toBe('0');
  const done = { id, state: 'approved' as const };
  expect(await Promise.all([approve(id), approve(id)])).toEqual([done, done]);
  await expect(refuse(id)).rejects.toMatchObject({ code: 'wallet.bank_over' });
  expect(await balance(ada)).toBe('25000000');
  const { content } = await t.context.ledger.bill({ account: ada.id, page: 1, page_size: 10 });
  expect(content).toMatchObject([{ type: 'wallet.bank_deposit', change: '25000000' }]);
  expect(told.map(({ words }) => words)).toEqual(['wallet.notice.bank_approved']);
  expect((await t.audit()).filter(({ type }) => type === 'wallet.bank_top_up.approve')).toHaveLength(1);
  const both = ['wallet.recharge:create', 'wallet.bank_top_up:decide'];
  const eve = await t.person('eve.operator', { permissions: both });
  const own = await add({}, eve);
  await expect(approve(own.id, eve)).rejects.toMatchObject({ code: 'wallet.bank_own' });
});

test('what is refused never comes onto the balance, its owner reads why, and of both decisions at once one holds', async () => {
  const { ada, configure, add, approve, refuse, told } = await start();
  await configure({ bank_switch: 1, bank_text: BANK });
  const { id } = await add();
  await refuse(id);
  await expect(approve(id)).rejects.toMatchObject({ code: 'wallet.bank_over' });
  expect(await t.rows(bankTopUpResource).find(id)).toMatchObject({
    reason: 'Nothing has come',
    is_told: true,
  });
  expect(told.map(({ words }) => words)).toEqual(['wallet.notice.bank_refused']);
  const other = await add();
  const ends = await Promise.allSettled([approve(other.id), refuse(other.id)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { state } = (await t.rows(bankTopUpResource).find(other.id)) ?? {};
  expect(await balance(ada)).toBe(state === 'approved' ? '25000000' : '0');
});

test('an operator is warned of a reference that was approved before, and few wait of one person', async () => {
  const { root, ada, configure, add, approve } = await start();
  await configure({ bank_switch: 1, bank_text: BANK });
  const first = await add();
  await approve(first.id);
  const second = await add({ reference: 'invoice  12' });
  const rows = async (call: string, as: Person) =>
    (await t.call<{ content: { id: string; same_reference: string }[] }>(call, {}, { as })).content;
  const found = (await rows('bank_top_up/inquire', root)).find(({ id }) => id === second.id);
  expect(found?.same_reference).toBe(first.number);
  const own = (await rows('bank_top_up/user_inquire', ada)).find(({ id }) => id === second.id);
  expect(own?.same_reference).toBe('');
  // Whoever has not seen the first one does not credit it twice, nor do two at the same moment.
  const unseen = { code: 'wallet.bank_reference_approved', status: 409 };
  await expect(approve(second.id)).rejects.toMatchObject(unseen);
  expect(await balance(ada)).toBe('25000000');
  await approve(second.id, root, first.number);
  expect(await balance(ada)).toBe('50000000');
  const [third, fourth] = [await add({ reference: 'one' }), await add({ reference: 'one' })];
  const both = await Promise.allSettled([approve(third.id), approve(fourth.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: unseen });
  for (let count = 0; count < 4; count += 1) await add();
  await expect(add()).rejects.toMatchObject({ code: 'wallet.bank_too_many', status: 409 });
});

test('whoever was not told when it was decided is told by the job', async () => {
  const { configure, add, approve, told } = await start();
  await configure({ bank_switch: 1, bank_text: BANK });
  const { id } = await add();
  await approve(id);
  told.length = 0;
  await t.context.model(bankTopUpResource).updateOne({ _id: id }, { $set: { is_told: false } });
  await t.jobs.run('tell_bank_top_ups');
  expect(told).toHaveLength(1);
});
