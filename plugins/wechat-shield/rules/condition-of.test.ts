import { expect, test } from 'bun:test';
import { conditionOf } from './condition-of.ts';
import type { AskedRule } from './values.ts';

const hours = (from: number, to: number, weekdays: AskedRule['weekdays']): AskedRule => ({
  kind: 'hours',
  matches: 'these',
  countries: [],
  places: [],
  isps: [],
  systems: [],
  devices: [],
  apps: [],
  languages: [],
  patterns: [],
  networks: [],
  visits: 1,
  seconds: 1,
  from,
  to,
  weekdays,
});

test('a rule of a night goes on into the morning of the next day, over the end of the week, too', () => {
  expect(conditionOf(hours(1320, 359, ['5', '7']))).toEqual({
    any: [
      {
        all: [
          { fact: 'minute', from: 1320, to: 1439 },
          { fact: 'weekday', in: [5, 7] },
        ],
      },
      {
        all: [
          { fact: 'minute', from: 0, to: 359 },
          { fact: 'weekday', in: [6, 1] },
        ],
      },
    ],
  });
  expect(conditionOf(hours(0, 1439, ['1']))).toMatchObject({ all: [{ fact: 'minute' }, { in: [1] }] });
});
