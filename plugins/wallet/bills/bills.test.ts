import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from '@waypost/contract';
import type { Person } from '@waypost/sdk/testing';
import { startWallet } from '../testing/start-wallet.ts';
import type { BillRow } from './calls.ts';
import { BILL_KINDS } from './values.ts';

// What people read of their money, and who reads it.
setDefaultTimeout(120_000);
let it: Awaited<ReturnType<typeof startWallet>>;
let [ada, ben, root]: Person[] = [];
beforeAll(async () => {
  it = await startWallet();
  ada = await it.t.person('ada.lovelace', { role: 'customer' });
  ben = await it.t.person('ben.seller', { role: 'customer' });
  root = await it.t.person('root.person', { role: 'administrator' });
  await it.know(idOf(ada), { phone: '8613800001111' });
  await it.know(idOf(ben), { phone: '8613900002222' });
  await move(ada, '2500000', 'wallet.deposit', 'found on chain');
  await move(ben, '7000000', 'wallet.deposit');
  it.t.clock.set(new Date(it.t.clock.now() + 60_000));
  await move(ada, '-1000000', 'wallet.order', 'number 1');
  await move(ben, '100000', 'wallet.share');
});
afterAll(() => it?.t.dispose());

const idOf = (person: Person | undefined): string => person?.id ?? '';
let last = 0;
async function move(person: Person | undefined, amount: string, type: string, remark = '') {
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  last += 1;
  await it.t.context.ledger.transfer({
    key: `move/${last}`,
    type,
    remark,
    postings: [
      { account: idOf(person), amount },
      { account: 'wallet.counter', amount: opposite },
    ],
  });
}
const list = (call: string, as: Person | undefined, body: object = {}) =>
  it.t.call<Page<BillRow>>(call, body, { as: as as Person });
const shown = ({ content }: Page<BillRow>) => content.map(({ type, change }) => `${type} ${change}`);

test('everybody reads their own bill, line by line, and nobody else’s', async () => {
  const own = await list('bill/user_inquire', ada);
  expect(own.content.map(({ before, change, after, remark }) => [before, change, after, remark])).toEqual([
    ['2500000', '-1000000', '1500000', 'number 1'],
    ['0', '2500000', '2500000', 'found on chain'],
  ]);
  expect(own.content.every(({ owner }) => owner === idOf(ada))).toBe(true);
  for (const [call, body] of [
    ['bill/inquire', {}],
    ['bill/inquire', { owner: idOf(ben) }],
    ['bill_credit/inquire', {}],
  ] as const)
    await expect(list(call, ada, body)).rejects.toMatchObject({ status: 403 });
  // Whatever they add to the call.
  for (const field of ['owner', 'account', 'search'])
    await expect(list('bill/user_inquire', ada, { [field]: idOf(ben) })).rejects.toMatchObject({
      status: 422,
    });
});

test('operators see everybody’s with account and phone, one person’s, and whom they search', async () => {
  const all = await list('bill/inquire', root);
  expect([all.count, shown(all)]).toEqual([
    4,
    [
      'wallet.share 100000',
      'wallet.order -1000000',
      'wallet.deposit 7000000',
      'wallet.deposit 2500000',
    ].toSorted((one, other) => shown(all).indexOf(one) - shown(all).indexOf(other)),
  ]);
  expect(all.content[0]?.phone).toMatch(/^\+86 /);
  expect(shown(await list('bill/inquire', root, { owner: idOf(ada) }))).toEqual([
    'wallet.order -1000000',
    'wallet.deposit 2500000',
  ]);
  expect(shown(await list('bill/inquire', root, { search: '+86 139' }))).toEqual([
    'wallet.share 100000',
    'wallet.deposit 7000000',
  ]);
  expect((await list('bill/inquire', root, { search: '86138', owner: idOf(ben) })).count).toBe(0);
  expect((await list('bill/inquire', root, { search: '99' })).count).toBe(0);
});

test('kinds, times and both orders narrow it; the balance bill leaves out what did not come to or from a balance', async () => {
  const inquire = (body: object) => list('bill/inquire', root, body);
  expect((await inquire({ type: ['wallet.share'] })).count).toBe(1);
  expect((await inquire({ type: ['wallet.share', 'wallet.order'] })).count).toBe(2);
  const { content } = await inquire({ sort_field: 'time', sort_order: 'asc' });
  const first = content[0]?.time;
  expect((await inquire({ time_from: first, time_to: first })).count).toBe(2);
  expect(shown(await list('bill_credit/user_inquire', ben))).toEqual(['wallet.deposit 7000000']);
  expect((await list('bill_credit/inquire', root)).count).toBe(3);
  await expect(list('bill_credit/inquire', root, { type: ['wallet.share'] })).rejects.toMatchObject({
    status: 422,
  });
});

test('a search that more people answer to than can be shown says what to do', async () => {
  for (let number = 0; number < 21; number += 1)
    await it.know(`${number}`.padStart(24, 'e'), { phone: '8617700000000' });
  await expect(list('bill/inquire', root, { search: '86177' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'search' }],
  });
});

test('every kind of change has its words in three languages', async () => {
  for (const locale of ['en-US', 'zh-CN', 'sw-KE']) {
    const words = {
      ...(await import(`../locales/${locale}.json`)).default,
      ...(await import(`../screens/balance_recharge/${locale}.json`)).default,
    };
    // The platform has the words of its own.
    for (const kind of [...BILL_KINDS, 'wallet.withdrawal_paid'].filter((one) => !one.startsWith('system.')))
      expect([locale, kind, words[`bill.${kind}`] ?? '']).toEqual([
        locale,
        kind,
        expect.stringMatching(/.+/),
      ]);
  }
});
