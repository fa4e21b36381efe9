import { expect, test } from 'bun:test';
import { amountText, groupedAmount } from './ledger.ts';

test('thousands are apart, before the point alone', () => {
  const amounts = ['0.00', '999.50', '1000', '-12345.6789', '+1234567.00', ''];
  expect(amounts.map(groupedAmount)).toEqual([
    '0.00',
    '999.50',
    '1,000',
    '-12,345.6789',
    '+1,234,567.00',
    '',
  ]);
});

test('so are those of smallest units', () => {
  expect(amountText('-12345600000')).toBe('-12,345.60');
});
