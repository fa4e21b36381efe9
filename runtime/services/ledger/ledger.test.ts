import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Amount } from '@waypost/contract';
import type { Ledger } from '@waypost/sdk';
import { outcome, startTestServices, startTestStore } from '../test-services.ts';
import { openLedger, WHOLE } from './ledger-collections.ts';
import { addPerson } from './test-people.ts';

setDefaultTimeout(120_000);
const FROM = 'wallet.deposits';
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let ledger: Ledger;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`ledger_${process.pid}`) });
  await it.services.start();
  ledger = it.services.ledgerOf('wallet');
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

let last = 0;
const newKey = () => `key-${++last}`;
async function somebody(amount: Amount = '0'): Promise<string> {
  const _id = await addPerson(it.collections);
  if (amount !== '0') await ledger.transfer(deposit(_id, amount));
  return _id;
}
const deposit = (account: string, amount: Amount, key = newKey()) => ({
  key,
  type: 'wallet.deposit',
  remark: 'found on chain',
  postings: [
    { account: FROM, amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
    { account, amount },
  ],
});
const hold = (account: string, amount: Amount, key = newKey()) =>
  ledger.placeHold({ key, type: 'wallet.withdrawal', account, amount });
const has = async (account: string) => {
  const [one] = await ledger.balances([account]);
  return [one?.available, one?.held];
};

test('what somebody is given stands on the bill, in order, and is what they have', async () => {
  const ada = await somebody();
  await ledger.transfer(deposit(ada, '2500000'));
  await ledger.transfer(deposit(ada, '-500000'));
  const { content, count } = await ledger.bill({ account: ada, page: 1, page_size: 10 });
  expect(count).toBe(2);
  expect(content.map(({ seq, before, change, after }) => [seq, before, change, after])).toEqual([
    [2, '2500000', '-500000', '2000000'],
    [1, '0', '2500000', '2500000'],
  ]);
  expect(await has(ada)).toEqual(['2000000', '0']);
});

test('amounts beyond what JSON numbers hold stay exact', async () => {
  const ada = await somebody('900719925474099301');
  await ledger.transfer(deposit(ada, '1'));
  expect(await has(ada)).toEqual(['900719925474099302', '0']);
  expect(await outcome(ledger.transfer(deposit(ada, '900719925474099302')))).toBe('ledger_too_much');
});

test('nobody has less than nothing, and a refusal changes nothing, even where the transaction goes on', async () => {
  const ada = await somebody('100');
  const ben = await somebody('100');
  const key = newKey();
  const pay = (amount: Amount) => ({
    key,
    type: 'wallet.payment',
    postings: [
      { account: ben, amount },
      { account: ada, amount: `-${amount}` },
    ],
  });
  expect(await outcome(ledger.transfer(pay('101')))).toBe('ledger_insufficient');
  const seen = await it.transaction(async (session) => {
    const refused = await outcome(ledger.transfer(pay('101'), session));
    await ledger.transfer(pay('40'), session);
    return refused;
  });
  expect(seen).toBe('ledger_insufficient');
  expect([await has(ada), await has(ben)]).toEqual([
    ['60', '0'],
    ['140', '0'],
  ]);
});

test('a change is part of the transaction whose session it is given', async () => {
  const ada = await somebody('100');
  const key = newKey();
  const failed = it.transaction(async (session) => {
    await ledger.transfer(deposit(ada, '5', key), session);
    throw new Error('the order was refused');
  });
  expect(await outcome(failed)).toContain('refused');
  expect(await has(ada)).toEqual(['100', '0']);
  await ledger.transfer(deposit(ada, '5', key));
  expect(await has(ada)).toEqual(['105', '0']);
});

test('the same call is answered as it was; another one under its key is refused, of another plugin it is not', async () => {
  const ada = await somebody();
  const call = deposit(ada, '7');
  const first = await ledger.transfer(call);
  expect(await ledger.transfer(structuredClone(call))).toEqual({ ...first, isRepeated: true });
  expect(await outcome(ledger.transfer({ ...call, remark: 'another' }))).toBe('ledger_key_used');
  expect(await outcome(hold(ada, '7', call.key))).toBe('ledger_key_used');
  await it.services.ledgerOf('shop').transfer(call);
  expect(await has(ada)).toEqual(['14', '0']);
});

test('twenty at once under one key are one change, with one answer', async () => {
  const ada = await somebody();
  const call = deposit(ada, '7');
  const answers = await Promise.all(Array.from({ length: 20 }, () => ledger.transfer(call)));
  expect(new Set(answers.map(({ journal }) => journal)).size).toBe(1);
  expect(await has(ada)).toEqual(['7', '0']);
});

test('of fifty withdrawals of everything at once, one holds it', async () => {
  const ada = await somebody('1000');
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(hold(ada, '1000'))));
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['accepted', 'ledger_insufficient']));
  expect(await has(ada)).toEqual(['0', '1000']);
});

test('approved and rejected at once: one of both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ada = await somebody('10');
    const { hold: id } = await hold(ada, '10');
    if (id === null) throw new Error('nothing is held');
    const end = { type: 'wallet.withdrawal', hold: id };
    const ended = await Promise.all([
      outcome(ledger.postHold({ ...end, key: newKey(), to: [{ account: FROM, amount: '10' }] })),
      outcome(ledger.voidHold({ ...end, key: newKey() })),
    ]);
    expect(ended.sort()).toEqual(['accepted', 'ledger_hold_over']);
    const state = (await ledger.findHold(id))?.state;
    expect(await has(ada)).toEqual(state === 'posted' ? ['0', '0'] : ['10', '0']);
  }
});

test('a hold is its plugin’s own, and goes where it should in whole', async () => {
  const ada = await somebody('10');
  const { hold: id } = await hold(ada, '10');
  if (id === null) throw new Error('nothing is held');
  const other = it.services.ledgerOf('shop');
  expect(await other.findHold(id)).toBeNull();
  expect(await outcome(other.voidHold({ key: 'k', type: 'shop.void', hold: id }))).toBe('not_found');
  const post = (amount: Amount) =>
    ledger.postHold({ key: newKey(), type: 'wallet.out', hold: id, to: [{ account: FROM, amount }] });
  expect(await outcome(post('9'))).toBe('invalid_input');
  expect(await outcome(post('10'))).toBe('accepted');
});

test.each([
  [
    'does not sum up',
    {
      postings: [
        { account: FROM, amount: '-1' },
        { account: '@', amount: '2' },
      ],
    },
  ],
  [
    'sums up over two currencies',
    {
      postings: [
        { account: FROM, amount: '-1' },
        { account: '@', amount: '1', currency: 'TRX' },
      ],
    },
  ],
  [
    'nothing',
    {
      postings: [
        { account: FROM, amount: '0' },
        { account: '@', amount: '0' },
      ],
    },
  ],
  [
    'a fraction',
    {
      postings: [
        { account: FROM, amount: '-1.5' },
        { account: '@', amount: '1.5' },
      ],
    },
  ],
  [
    'a number',
    {
      postings: [
        { account: FROM, amount: -1 },
        { account: '@', amount: 1 },
      ],
    },
  ],
  [
    'an operator',
    {
      postings: [
        { account: { $ne: null }, amount: '-1' },
        { account: '@', amount: '1' },
      ],
    },
  ],
  [
    'one account twice',
    {
      postings: [
        { account: '@', amount: '-1' },
        { account: '@', amount: '1' },
      ],
    },
  ],
  ['no key', { key: '' }],
  ['a long remark', { remark: 'x'.repeat(501) }],
])('%s is refused', async (_name, change) => {
  const ada = await somebody('10');
  const given = JSON.parse(JSON.stringify({ ...deposit(ada, '1'), ...change }).replaceAll('"@"', `"${ada}"`));
  expect(await outcome(ledger.transfer(given))).toBe('invalid_input');
  expect(await has(ada)).toEqual(['10', '0']);
});

test('money for nobody is refused', async () => {
  expect(await outcome(ledger.transfer(deposit('f'.repeat(24), '1')))).toBe('ledger_account_unknown');
});

test('whatever is changed behind its back is found and named', async () => {
  expect((await it.services.verifyLedger()).faults).toEqual([]);
  const ada = await somebody('10');
  await ledger.transfer(deposit(ada, '5'));
  await hold(ada, '3');
  const { balances, bills, holds, journal } = openLedger(it.connection);
  const line = { account: ada, seq: 2 };
  const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [
      () => balances.updateOne({ account: ada }, { $inc: { available: 1n } }),
      () => balances.updateOne({ account: ada }, { $inc: { available: -1n } }),
    ],
    [
      () => balances.updateOne({ account: ada }, { $inc: { held: 1n } }),
      () => balances.updateOne({ account: ada }, { $inc: { held: -1n } }),
    ],
    [
      () => bills.updateOne(line, { $inc: { change: 1n } }),
      () => bills.updateOne(line, { $inc: { change: -1n } }),
    ],
    [
      () => bills.updateOne(line, { $set: { seq: 9 } }),
      () => bills.updateOne({ account: ada, seq: 9 }, { $set: { seq: 2 } }),
    ],
    [
      () => holds.updateOne({ account: ada }, { $set: { state: 'voided' } }),
      () => holds.updateOne({ account: ada }, { $set: { state: 'held' } }),
    ],
    [
      () => journal.updateOne({ 'postings.account': ada }, { $inc: { 'postings.0.amount': 1n } }),
      () => journal.updateOne({ 'postings.account': ada }, { $inc: { 'postings.0.amount': -1n } }),
    ],
  ];
  const entry = await journal.findOne({ 'postings.account': ada }, WHOLE);
  if (entry === null) throw new Error('nothing was written');
  changes.push([() => journal.deleteOne({ _id: entry._id }), () => journal.insertOne(entry)]);
  for (const [change, undo] of changes) {
    await change();
    expect((await it.services.verifyLedger()).faults).not.toEqual([]);
    await undo();
    expect((await it.services.verifyLedger()).faults).toEqual([]);
  }
});
