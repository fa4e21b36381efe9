import { expect, test } from 'bun:test';
import { groupedAmount } from './grouped-amount.ts';

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
