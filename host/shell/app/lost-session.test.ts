import { expect, test } from 'bun:test';
import { isReading } from './lost-session.ts';

test('a refused change keeps the screen with what was typed; a refused look does not', () => {
  for (const call of ['inquire', 'user_inquire', 'details', 'tree', 'profile'])
    expect(isReading(call)).toBe(true);
  for (const call of ['add', 'update', 'update_remove', 'send']) expect(isReading(call)).toBe(false);
});
