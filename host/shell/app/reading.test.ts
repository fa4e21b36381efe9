import { expect, test } from 'bun:test';
import { isReading } from './reading.ts';

test('who is not signed in is asked to be when a change is refused, not at a look', () => {
  for (const call of ['inquire', 'user_inquire', 'details', 'tree', 'profile'])
    expect(isReading(call)).toBe(true);
  for (const call of ['add', 'update', 'update_remove', 'send']) expect(isReading(call)).toBe(false);
});
