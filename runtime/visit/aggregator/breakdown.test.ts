import { describe, expect, test } from 'bun:test';
import { regionOf } from '@waypost/contract';
import fc from 'fast-check';
import { cached } from '../derive/cached.ts';
import {
  ADDRESSES_BY_FIRST_HOUR,
  ADDRESSES_BY_HOUR,
  ADDRESSES_BY_KIND,
  addToBreakdown,
  CODE_VALUES,
  FRESH_BY_KIND,
  forEachValue,
  NEWCOMERS_BY_FIRST_HOUR,
  NEWCOMERS_BY_KIND,
  valueKey,
} from './breakdown.ts';
import { createDerivation } from './derivation.ts';
import { DIMENSIONS } from './dimensions.ts';
import { addDayHours, addHours, bitsOf, type DayHours, dayOf, oneHour } from './recent-hours.ts';
import { VISITOR_AGENTS, VISITOR_CAMPAIGNS, VISITOR_REFERRERS } from './variety.ts';

const examples = { seed: 3, numRuns: 300 };

function read(breakdown: string): Record<string, number> {
  const sums: Record<string, number> = Object.create(null);
  forEachValue(breakdown, (key, visits) => {
    sums[key] = visits;
  });
  return sums;
}

describe('visits by dimension', () => {
  const key = fc
    .tuple(fc.constantFrom('k', 'r', 'f'), fc.string({ unit: 'binary', maxLength: 90 }))
    .map(([letter, value]) => valueKey(letter, value));

  test('no visit is lost or counted under two values, whatever the values are made of', () => {
    fc.assert(
      fc.property(fc.array(fc.array(key, { maxLength: 30 }), { maxLength: 6 }), (batches) => {
        let breakdown = '';
        const expected = new Map<string, number>();
        for (const keys of batches) {
          breakdown = addToBreakdown(breakdown, [keys], 1000);
          for (const one of keys) expected.set(one, (expected.get(one) ?? 0) + 1);
        }
        expect(read(breakdown)).toEqual(Object.assign(Object.create(null), Object.fromEntries(expected)));
      }),
      examples,
    );
  });

  test('a list counts as often as it stands there, and its values as often as they stand in it', () => {
    const letters = fc.constantFrom('k', 'r', 'f', 't', 'K', 'N', 'H', '7', 'é');
    const list = fc.array(
      fc.tuple(letters, fc.constantFrom('', 'a', 'b')).map(([letter, value]) => valueKey(letter, value)),
      { maxLength: 4 },
    );
    const lists = fc
      .tuple(fc.array(list, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 14 }))
      // The same list more than once, as visits alike have it.
      .map(([some, which]) => which.map((at) => some[at % some.length] as string[]));
    fc.assert(
      fc.property(lists, (keys) => {
        const sums = new Map<string, number>();
        for (const key of keys.flat()) sums.set(key, (sums.get(key) ?? 0) + 1);
        expect(read(addToBreakdown('', keys, 60))).toEqual(
          Object.assign(Object.create(null), Object.fromEntries(sums)),
        );
      }),
      { ...examples, numRuns: 2000 },
    );
  });

  test('beyond the limit rare values are counted together: a stranger’s inventions do not fill the store', () => {
    let breakdown = '';
    for (let visit = 0; visit < 500; visit++)
      breakdown = addToBreakdown(
        breakdown,
        [[valueKey('f', `host-${visit}.example`), valueKey('k', 'phone')]],
        20,
      );
    const sums = read(breakdown);
    expect(Object.keys(sums).length).toBe(22);
    expect(sums['f~']).toBe(480);
    expect(sums.kphone).toBe(500);
  });

  test('China is told by province, other countries by themselves', () => {
    expect(regionOf({ country: 'CN', location: '广东省 深圳市' })).toBe('CN 广东省');
    expect(regionOf({ country: 'CN', location: '中国' })).toBe('CN');
    expect(regionOf({ country: 'HK', location: '中国香港' })).toBe('HK');
    expect(regionOf({ country: 'DE', location: '德国' })).toBe('DE');
    expect(regionOf({ country: '', location: '' })).toBe('');
  });

  test('no two dimensions have one letter, and none has that of an address’s sums', () => {
    const taken = [
      ...[ADDRESSES_BY_HOUR, ADDRESSES_BY_KIND, FRESH_BY_KIND, NEWCOMERS_BY_KIND],
      ...[ADDRESSES_BY_FIRST_HOUR, NEWCOMERS_BY_FIRST_HOUR],
    ];
    const letters = [...taken, ...Object.values(DIMENSIONS).map(({ letter }) => letter)];
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.every((letter) => letter.length === 1)).toBe(true);
  });
});

describe('addresses by hour', () => {
  const visit = fc.record({
    day: fc.integer({ min: 20260101, max: 20260103 }),
    hour: fc.integer({ min: 0, max: 23 }),
  });

  test('an address counts once an hour of the last two days, in whatever order its visits come', () => {
    fc.assert(
      fc.property(fc.array(fc.array(visit, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (batches) => {
        let recent: readonly DayHours[] | undefined;
        const days: number[] = [];
        const counted = new Map<string, number>();
        for (const batch of batches) {
          const add: DayHours[] = [];
          for (const { day, hour } of batch) addDayHours(add, oneHour(day, hour));
          const result = addHours(recent, days, add);
          recent = result.recent;
          for (const one of result.added)
            for (let hour = 0; hour < 24; hour++)
              if ((bitsOf(one) & (1 << hour)) !== 0) {
                const key = `${dayOf(one)} ${hour}`;
                counted.set(key, (counted.get(key) ?? 0) + 1);
              }
          for (const { day } of batch) if (!days.includes(day)) days.push(day);
        }
        expect([...counted.values()].every((times) => times === 1)).toBe(true);
        const newest = new Set([...days].sort((first, second) => second - first).slice(0, 1));
        const wanted = new Set(
          batches.flat().flatMap(({ day, hour }) => (newest.has(day) ? [`${day} ${hour}`] : [])),
        );
        for (const key of wanted) expect(counted.has(key)).toBe(true);
      }),
      examples,
    );
  });
});

test('one visitor who makes up referrers and agents takes few of the places of a day, and no visit is lost', () => {
  const { valueKeysOf } = createDerivation({
    agentOf: cached(1000, (text) => ({
      kind: 'phone',
      device: text,
      isListed: true,
      system: 's',
      app: 'browser',
      browser: 'b',
    })),
    locationOf: cached(1000, () => ({ country: 'CN', location: 'l', isp: 'i' })),
  });
  const visit = { link: 'l', owner: 'o', targetKey: 0, flags: 0, sequence: 1, language: 'en' };
  let breakdown = '';
  for (let at = 0; at < 200; at++) {
    const made = {
      userAgent: `agent ${at}`,
      referrer: `host-${at}.example`,
      address: 'a',
      time: at,
      campaign: `source ${at}\nmedium\nname`,
    };
    breakdown = addToBreakdown(breakdown, valueKeysOf({ ...visit, ...made }), CODE_VALUES);
  }
  for (let at = 0; at < 20; at++) {
    const real = {
      userAgent: 'phone',
      referrer: `real-${at}.example`,
      address: `b${at}`,
      time: at,
      campaign: 'real\nmedium\nname',
    };
    breakdown = addToBreakdown(breakdown, valueKeysOf({ ...visit, ...real }), CODE_VALUES);
  }
  const sums = Object.entries(read(breakdown));
  const of = (letter: string) => sums.filter(([key]) => key.startsWith(letter));
  expect(of('f').filter(([key]) => key.startsWith('fhost-')).length).toBe(VISITOR_REFERRERS);
  expect(of('f').filter(([key]) => key.startsWith('freal-')).length).toBe(20);
  expect(of('d').filter(([key]) => key.startsWith('dagent')).length).toBe(VISITOR_AGENTS);
  expect(of('u').filter(([key]) => key.startsWith('usource')).length).toBe(VISITOR_CAMPAIGNS);
  for (const letter of ['f', 'd', 'k', 's', 'b', 'l', 't', 'u', 'm', 'c'])
    expect(of(letter).reduce((sum, [, visits]) => sum + visits, 0)).toBe(220);
});
