import { expect, test } from 'bun:test';
import { sumScopes } from './aggregate-scopes.ts';
import { PLATFORM } from './ids.ts';
import { type BatchTally, emptyDay } from './tally.ts';

const DAY = 20260503;

test('a visit to a link that the platform owns itself is once in the sums of the platform', () => {
  const sums = { ...emptyDay(), views: 1, hours: [9] };
  const code = {
    owner: PLATFORM,
    last: 1,
    lastDay: DAY,
    days: new Map([[DAY, sums]]),
    targets: undefined,
    expired: 0,
  };
  const tally: BatchTally = {
    codes: new Map([['link', code]]),
    visitors: new Map(),
    raw: [],
    refused: [],
    visits: 1,
    hops: 0,
    shared: new Map(),
    refusals: new Map(),
    hours: new Map([[DAY * 100 + 9, { counted: 1, aside: 0 }]]),
  };
  const scopes = sumScopes(tally);
  expect([...scopes.keys()]).toEqual([PLATFORM]);
  expect(scopes.get(PLATFORM)?.get(DAY)).toMatchObject({ views: 1, hours: [9] });
});
