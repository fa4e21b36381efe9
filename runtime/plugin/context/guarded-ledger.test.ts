import { expect, test } from 'bun:test';
import type { Ledger } from '@waypost/sdk';
import { guardedLedger } from './guarded-ledger.ts';
import { ownNames } from './own-names.ts';

const PERSON = 'a'.repeat(24);
const SPAN = { from: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' };
const called = { key: 'k', type: 'wallet.deposit' };
const changes = {
  transfer: (ledger: Ledger, type = called.type, account = 'wallet.deposits') =>
    ledger.transfer({
      ...called,
      type,
      postings: [
        { account, amount: '-1' },
        { account: PERSON, amount: '1' },
      ],
    }),
  placeHold: (ledger: Ledger, type = called.type) =>
    ledger.placeHold({ ...called, type, account: PERSON, amount: '1' }),
  postHold: (ledger: Ledger, type = called.type, account = 'wallet.deposits') =>
    ledger.postHold({ ...called, type, hold: PERSON, to: [{ account, amount: '1' }] }),
  voidHold: (ledger: Ledger, type = called.type) => ledger.voidHold({ ...called, type, hold: PERSON }),
};
const looks = {
  balances: (ledger: Ledger) => ledger.balances([PERSON]),
  bill: (ledger: Ledger) => ledger.bill({ account: PERSON, page: 1, page_size: 1 }),
  lines: (ledger: Ledger) => ledger.lines({ page: 1, page_size: 1 }),
  span: (ledger: Ledger) => ledger.span({ account: PERSON, ...SPAN }),
  sums: (ledger: Ledger) => ledger.sums(SPAN),
  standing: (ledger: Ledger) => ledger.standing(),
};

function given(...granted: string[]): Ledger {
  const whole = new Proxy({}, { get: (_whole, name) => async () => name }) as Ledger;
  return guardedLedger(
    { id: 'wallet', granted: new Set(granted) },
    () => whole,
    ownNames({ id: 'wallet', areas: [] }),
  );
}

test('whoever may only look moves nobody’s money, and whoever may only move it reads nobody’s bill', async () => {
  for (const change of Object.values(changes))
    await expect(change(given('ledger:read'))).rejects.toThrow('"ledger:write"');
  for (const look of Object.values(looks))
    await expect(look(given('ledger:write'))).rejects.toThrow('"ledger:read"');
  for (const [name, use] of Object.entries({ ...changes, ...looks }))
    expect<unknown>(await use(given('ledger:read', 'ledger:write'))).toBe(name);
  expect(() => given('identity')).toThrow('has not the capability "ledger:read" or "ledger:write"');
});

test('no plugin moves money in the name of another, or from another’s counter account', async () => {
  const ledger = given('ledger:write');
  for (const change of Object.values(changes))
    await expect(change(ledger, 'shop.order')).rejects.toThrow('begin with "wallet."');
  for (const change of [changes.transfer, changes.postHold])
    await expect(change(ledger, called.type, 'shop.sales')).rejects.toThrow('begin with "wallet."');
});
