import { expect, test } from 'bun:test';
import type { PluginContext, VisitorQuery } from '@waypost/sdk';
import { createLiveReader } from './live-reader.ts';
import { HALF_HOUR_MS } from './visit-rate.ts';

/** A store that takes `took` milliseconds to count the visitors of half an hour, of whom there are `count`. */
function storeOf({ count, took }: { count: number; took: number }) {
  let now = 10 * HALF_HOUR_MS;
  let halfHours = 0;
  const context = {
    clock: { now: () => now },
    visits: {
      today: async () => ({ day: '2026-01-01', view_number: 0 }),
      visitors: async ({ last_time_from }: VisitorQuery) => {
        const isHalfHour = last_time_from === new Date(now - HALF_HOUR_MS).toISOString();
        if (isHalfHour) {
          halfHours++;
          await Promise.resolve();
          now += took;
        }
        return { content: [], count, is_at_least: false };
      },
    },
  } as unknown as PluginContext; // no more of it is read
  return {
    read: createLiveReader(context, () => now),
    halfHours: () => halfHours,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('few visitors of the half hour are read each time, many again after a while', async () => {
  const few = storeOf({ count: 10, took: 1 });
  await few.read('all');
  await few.read('all');
  expect(few.halfHours()).toBe(2);
  const many = storeOf({ count: 300, took: 1 });
  await many.read('all');
  many.wait(4_000);
  await many.read('all');
  expect(many.halfHours()).toBe(1);
  many.wait(2_000);
  await many.read('all');
  expect(many.halfHours()).toBe(2);
});

test('a half hour that takes long to count is counted once for all who ask, and seldom', async () => {
  const busy = storeOf({ count: 3_000_000, took: 1_000 });
  const all = await Promise.all([busy.read('all'), busy.read('all'), busy.read('all')]);
  expect(all.map(({ half_hour }) => half_hour.visitors)).toEqual([3_000_000, 3_000_000, 3_000_000]);
  expect(busy.halfHours()).toBe(1);
  busy.wait(15_000);
  await busy.read('all');
  expect(busy.halfHours()).toBe(1);
  busy.wait(10_000);
  await busy.read('all');
  expect(busy.halfHours()).toBe(2);
});
