import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { FIRST, type PayConfig } from './pay-config.ts';
import { inForce, RAISE_WAITS_MS, raisesAfter } from './payout-limits.ts';
import { PAYOUT_LIMITS } from './values.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** Changes, each some hours after the one before. */
const changes = fc.array(
  fc.record({
    hours: fc.integer({ min: 0, max: 30 }),
    daily: fc.integer({ min: 1, max: 9 }),
    two: fc.nat(9),
  }),
  { maxLength: 12 },
);

test('whatever one person sets, and however often: no limit is higher than a day before allows', () => {
  fc.assert(
    fc.property(changes, (steps) => {
      let config: PayConfig = { ...FIRST, withdraw_daily: '5', withdraw_two_people: '5' };
      let now = START;
      for (const { hours, daily, two } of steps) {
        now += hours * HOUR;
        const next = { withdraw_daily: String(daily), withdraw_two_people: String(two) };
        const before = inForce(config, now);
        config = { ...config, ...next, raises: raisesAfter(config, next, { by: 'ada', now }) };
        const after = inForce(config, now);
        for (const limit of PAYOUT_LIMITS) {
          // A change itself never raises what holds, and a lower one holds at once.
          expect(BigInt(after[limit]) <= BigInt(before[limit])).toBe(true);
          if (BigInt(next[limit]) <= BigInt(before[limit])) expect(after[limit]).toBe(next[limit]);
        }
      }
      // A day later all of it is in force.
      const later = inForce(config, now + RAISE_WAITS_MS);
      for (const limit of PAYOUT_LIMITS) expect(later[limit]).toBe(config[limit]);
    }),
  );
});

test('a raise that waits goes on waiting when something else is saved', () => {
  const next = { withdraw_daily: FIRST.withdraw_daily, withdraw_two_people: '2000000000' };
  const raises = raisesAfter(FIRST, next, { by: 'ada', now: START });
  const config = { ...FIRST, ...next, raises };
  expect(raisesAfter(config, next, { by: 'ben', now: START + HOUR })).toEqual(raises);
  expect(inForce(config, START + HOUR).withdraw_two_people).toBe(FIRST.withdraw_two_people);
});
