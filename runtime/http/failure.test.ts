import { expect, test } from 'bun:test';
import { defineError } from '@waypost/contract';
import { failureResponse } from './failure.ts';

test('a lock-out says when to come back although its seconds are content', () => {
  const locked = defineError({ code: 'locked_out', status: 429 }).create({}, { content: { seconds: 61 } });
  expect(failureResponse(locked, 'r', (key) => key).headers.get('retry-after')).toBe('61');
});
