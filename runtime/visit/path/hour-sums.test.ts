import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createDays, hourNumber } from '../derive/days.ts';
import { HourSums } from './hour-sums.ts';

const NOW = Date.UTC(2026, 2, 29, 0);
const DAY_MS = 86_400_000;

test('visits are in the hour of their record, whatever the zone, however the clock jumps', () => {
  fc.assert(
    fc.property(
      // Berlin's clocks change within these days; Kathmandu's hours begin at a quarter.
      fc.constantFrom('Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Berlin'),
      fc.array(fc.integer({ min: -DAY_MS, max: DAY_MS }), { minLength: 1 }),
      (zone, offsets) => {
        const dayHourOf = createDays(zone);
        const sums = new HourSums(dayHourOf);
        const model = new Map<number, number>();
        for (const offset of offsets) {
          const hour = hourNumber(dayHourOf(NOW + offset));
          model.set(hour, (model.get(hour) ?? 0) + 1);
          sums.at(NOW + offset).answered++;
        }
        expect(new Map(sums.all().map(({ hour, answered }) => [hour, answered]))).toEqual(model);
      },
    ),
  );
});
