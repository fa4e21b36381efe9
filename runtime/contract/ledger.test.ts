import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { isAmount, LARGEST_AMOUNT, readAmount, readPrice, showAmount, zAmount } from './ledger.ts';

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

test.each([
  '+1',
  '-1',
  '1e3',
  '0x10',
  '1,5',
  '1 000',
  '１',
  '.5',
  '1.',
  '1.0000001',
  '1234567890123456789',
  '',
])('%p is no price', (text) => {
  expect(readPrice(text)).toBeUndefined();
});

test('a price that people type is told to the last digit', () => {
  expect(['9.90', ' 0.000001 ', '999999999999.999999'].map((text) => readPrice(text))).toEqual([
    ...['9900000', '1', '999999999999999999'],
  ]);
});

test('amounts are shown with as many digits as they have, and with two at the least where nothing else is wanted', () => {
  expect(showAmount('-12500000')).toBe('-12.50');
  expect(showAmount('5')).toBe('0.000005');
  expect(showAmount('0')).toBe('0.00');
  expect(showAmount('3000000')).toBe('3.00');
  expect(showAmount('3000000', 'USDT', 0)).toBe('3');
});

test('an amount is known by its schema, also where more is asked of it, and no other text is one', () => {
  expect(isAmount(zAmount)).toBe(true);
  expect(isAmount(zAmount.refine((amount) => amount !== '0'))).toBe(true);
  for (const other of [z.string(), z.string().regex(/^\d+$/), z.int(), z.boolean()])
    expect(isAmount(other)).toBe(false);
});
