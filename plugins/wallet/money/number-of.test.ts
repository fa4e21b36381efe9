import { expect, test } from 'bun:test';
import { numberOf } from './number-of.ts';

test('a number has the day of the platform, not of London', () => {
  const lateInLondon = new Date('2026-03-01T22:30:00Z');
  expect(numberOf(lateInLondon, 'Asia/Shanghai', '0123456789abcdefghij')).toBe('20260302-abcdefghij');
  expect(numberOf(lateInLondon, 'UTC', '0123456789abcdefghij')).toBe('20260301-abcdefghij');
});
