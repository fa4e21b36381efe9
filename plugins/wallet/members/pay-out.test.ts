import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startWallet } from '../testing/start-wallet.ts';
import { payOutCall } from './calls.ts';
import { paidOutNotices } from './paid-out-notices.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
afterEach(() => t?.dispose());

async function start() {
  const started = await startWallet();
  t = started.t;
  const ada = await t.person('ada.lovelace');
  const root = await t.person('root.person', { role: 'administrator' });
  await started.give(ada.id, '15000000');
  const payOut = (more: { amount?: string; key?: string; account?: string } = {}, as: Person = root) =>
    t.call(
      payOutCall,
      { account: ada.id, amount: '15000000', reference: 'Bank 4711', key: crypto.randomUUID(), ...more },
      { as },
    );
  return { ...started, ada, root, payOut };
}
const has = async ({ id }: Person) => (await t.context.ledger.balances([id]))[0];

test('a balance that was paid by other means goes off as a whole, once, with a line, a message and an entry', async () => {
  const { ada, payOut, told } = await start();
  const key = crypto.randomUUID();
  const both = await Promise.all([payOut({ key }), payOut({ key })]);
  expect(both).toEqual([{ amount: '15000000' }, { amount: '15000000' }]);
  expect(await has(ada)).toMatchObject({ available: '0', held: '0' });
  const bill = await t.context.ledger.bill({ account: ada.id, page: 1, page_size: 10 });
  expect(bill.content[0]).toMatchObject({
    type: 'wallet.paid_out',
    change: '-15000000',
    after: '0',
    remark: 'Bank 4711',
  });
  expect(told).toMatchObject([{ words: 'wallet.notice.paid_out', to: { accounts: [ada.id] } }]);
  expect((await t.audit()).filter(({ type }) => type === 'wallet.membership.pay_out')).toMatchObject([
    { target: ada.id, before: { balance: '15.00' }, after: { balance: '0.00', reference: 'Bank 4711' } },
  ]);
});

test('whoever could not be told when it was paid out is told by the job', async () => {
  const { payOut, told, messages } = await start();
  const { tell } = messages;
  messages.tell = () => Promise.reject(new Error('the inbox is away'));
  await payOut();
  expect(told).toEqual([]);
  messages.tell = tell;
  for (let round = 0; round < 2; round += 1) await t.jobs.run('tend_memberships');
  expect(told).toMatchObject([{ words: 'wallet.notice.paid_out' }]);
  expect(await paidOutNotices(t.context).countDocuments({})).toBe(0);
});

test("nothing goes off where the balance is another than was shown, is held, or is the operator's own", async () => {
  const { ada, root, give, payOut } = await start();
  await expect(payOut({ amount: '14000000' })).rejects.toMatchObject({ code: 'wallet.pay_out_changed' });
  await expect(payOut({ amount: '16000000' })).rejects.toMatchObject({ code: 'ledger_insufficient' });
  await expect(payOut({ account: root.id })).rejects.toMatchObject({ code: 'wallet.pay_out_own' });
  await expect(payOut({}, ada)).rejects.toMatchObject({ status: 403 });
  await give(ada.id, '1000000');
  const hold = { key: 'test', type: 'wallet.withdrawal', account: ada.id, amount: '1000000' };
  await t.context.ledger.placeHold(hold);
  await expect(payOut()).rejects.toMatchObject({ code: 'wallet.pay_out_held', status: 409 });
  expect(await has(ada)).toMatchObject({ available: '15000000', held: '1000000' });
});
