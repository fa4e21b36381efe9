import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { LARGEST_AMOUNT, readAmount, showAmount, zAmount } from './ledger.ts';

test('whatever amount is shown is read as the same amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -LARGEST_AMOUNT, max: LARGEST_AMOUNT }),
      fc.integer({ min: 0, max: 6 }),
      (units, least) => {
        const amount = String(units);
        expect(zAmount.parse(amount)).toBe(amount);
        expect(readAmount(showAmount(amount, 'USDT', least))).toBe(amount);
      },
    ),
  );
});

test.each([
  ['12.5', '12500000'],
  ['+0.000001', '1'],
  [' -3 ', '-3000000'],
  ['-0', '0'],
  ['0.0000001', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
  ['.5', undefined],
  ['', undefined],
  ['1000000000000', undefined],
])('%s is %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test('amounts are shown with as many digits as they have, and with two at the least where nothing else is wanted', () => {
  expect(showAmount('-12500000')).toBe('-12.50');
  expect(showAmount('5')).toBe('0.000005');
  expect(showAmount('0')).toBe('0.00');
  expect(showAmount('3000000')).toBe('3.00');
  expect(showAmount('3000000', 'USDT', 0)).toBe('3');
});
