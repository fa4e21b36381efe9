import { expect, test } from 'bun:test';
import { createPace } from './pace.ts';

test('messages go out at the pace that is set, a chat gets one a second, and a wait holds for all', () => {
  let now = 1_000;
  const pace = createPace(10, () => now);
  expect([pace.take(), pace.take(), pace.take()]).toEqual([0, 100, 200]);
  now += 5_000;
  expect(pace.take()).toBe(0);
  pace.sent('a');
  now += 500;
  pace.sent('b');
  expect(pace.busyChats()).toEqual(['a', 'b']);
  expect(pace.untilFree()).toBe(550);
  now += 600;
  expect(pace.busyChats()).toEqual(['b']);
  pace.hold(3_000);
  expect(pace.take()).toBe(3_000);
});
