import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { KEPT_LETTERS, maskAnswer } from './mask-answer.ts';
import { costOf, millionths } from './quota.ts';
import { readStatus } from './read-status.ts';

const mapping = { answer_path: 'data.status', normal_values: 'ok\n0', blocked_values: 'blocked\n2\ntrue' };

test('an answer is read where the operator said, and what the lists do not have is a failed detection', () => {
  const read = (text: string, more = {}) => readStatus(text, { ...mapping, ...more });
  expect(read('{"data":{"status":"ok"}}')).toEqual({ status: 1, fault: '' });
  expect(read('{"data":{"status":2}}')).toEqual({ status: 2, fault: '' });
  expect(read('{"data":{"status":true}}')).toEqual({ status: 2, fault: '' });
  expect(read('{"data":{"status":3}}')).toEqual({ status: 4, fault: 'unknown' });
  expect(read('{"data":{"status":{"a":1}}}')).toEqual({ status: 4, fault: 'unreadable' });
  expect(read('{"result":{"status":"ok"}}')).toEqual({ status: 4, fault: 'unreadable' });
  expect(read('<html>')).toEqual({ status: 4, fault: 'unreadable' });
  expect(read(' blocked \n', { answer_path: '' })).toEqual({ status: 2, fault: '' });
  expect(read('{"__proto__":{"data":{"status":"ok"}}}').status).toBe(4);
  // In both lists it says nothing.
  expect(read('{"data":{"status":"ok"}}', { blocked_values: 'ok' })).toEqual({ status: 4, fault: 'unknown' });
});

test('whatever a server answers, it is one of the three', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.string({ maxLength: 20 }), (text, answer_path) => {
      expect([1, 2, 4]).toContain(readStatus(text, { ...mapping, answer_path }).status);
    }),
  );
});

test('no writing of the key stays in what is kept, wherever it is cut off', () => {
  const zKey = fc
    .string({ minLength: 4, maxLength: 60, unit: 'grapheme-ascii' })
    .filter((key) => !/^[*\s]|\*$/.test(key) && key.trim() === key);
  fc.assert(
    fc.property(zKey, fc.nat({ max: KEPT_LETTERS + 50 }), fc.constantFrom('', ' '), (key, before, gap) => {
      const text = `${'x'.repeat(before)}${gap}${key}${gap}${encodeURIComponent(key)} ${Buffer.from(key).toString('base64')}`;
      const kept = maskAnswer(text, key);
      expect(kept.length).toBeLessThanOrEqual(KEPT_LETTERS);
      expect(kept.includes(key) && !'x***'.includes(key) && !/^[x*\s]+$/.test(key)).toBe(false);
    }),
  );
  expect(maskAnswer('{"token":"abc","status":2,"sign": "q.w"}', '')).toBe(
    '{"token":"***","status":2,"sign": "***"}',
  );
  expect(maskAnswer('a=1&api_key=zzz&b=2', '')).toBe('a=1&api_key=***&b=2');
  expect(maskAnswer('one\u0000two\u001b[31m', '')).toBe('onetwo[31m');
});

test('costs are counted in whole millionths', () => {
  expect(costOf(3, '0.003')).toBe('0.009');
  expect(costOf(1_000, '0.003')).toBe('3');
  expect(costOf(0, '12.5')).toBe('0');
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 999_999 }), (requests, cost) => {
      const text = `0.${String(cost).padStart(6, '0')}`;
      expect(millionths(costOf(requests, text))).toBe(BigInt(requests) * BigInt(cost));
    }),
  );
});
