import { expect, test } from 'bun:test';
import { defineError, errors } from '@waypost/contract';
import { failureResponse } from './failure.ts';

test('a lock-out says when to come back although its seconds are content', () => {
  const locked = defineError({ code: 'locked_out', status: 429 }).create({}, { content: { seconds: 61 } });
  expect(failureResponse(locked, 'r', (key) => key).headers.get('retry-after')).toBe('61');
});

test('what is said at a field has the parameters of its own sentence', async () => {
  const full = errors.invalidInput.create(
    {},
    { errors: [{ path: 'workshop', message: 'club.full', params: { workshop: 'Clay' } }] },
  );
  const texts: Record<string, string> = { 'club.full': 'All seats of {{workshop}} are taken' };
  const say = (key: string, params: Record<string, string | number> = {}) =>
    (texts[key] ?? key).replace(/{{(\w+)}}/g, (whole, name: string) => String(params[name] ?? whole));
  const { errors: told } = (await failureResponse(full, 'r', say).json()) as { errors: unknown };
  expect(told).toEqual([{ path: 'workshop', message: 'All seats of Clay are taken' }]);
});
