import { expect, test } from 'bun:test';
import { failureReason } from './failure-reason.ts';

test('the system says it in a word that can be looked up', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:27017'), { code: 'ECONNREFUSED' });
  const failure = new Error('connect ECONNREFUSED 127.0.0.1:27017', { cause: refused });
  expect(failureReason(new Error('Server selection timed out', { cause: failure }))).toBe('ECONNREFUSED');
});

test('what has no such word says what it says', () => {
  const failure = Object.assign(new Error('Authentication failed.'), { code: 18 });
  expect(failureReason(failure)).toBe('Authentication failed');
  expect(failureReason('away')).toBe('away');
});

test('a password never reaches the terminal', () => {
  const failure = new Error('cannot parse mongodb://joe:se@same@db.example.com/waypost');
  expect(failureReason(failure)).toBe('cannot parse mongodb://db.example.com/waypost');
});
