import { describe, expect, test } from 'bun:test';
import { VISIT_APPS } from '@waypost/contract';
import fc from 'fast-check';
import { type DecidingRule, hiddenRules, refusesEverybody } from './refuses-everybody.ts';
import { DEVICES, WEEKDAYS } from './values.ts';

const rule = (change: Partial<DecidingRule>): DecidingRule => ({
  kind: 'wechat',
  matches: 'these',
  does: 'refuse',
  codes: [],
  groups: [],
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
  seconds: 60,
  from: 0,
  to: 1439,
  weekdays: [...WEEKDAYS],
  ...change,
});
const everywhere = ['0.0.0.0/0', '::/0'];

const matches = fc.constantFrom('these' as const, 'others' as const);
const does = fc.constantFrom('allow' as const, 'refuse' as const, 'refuse' as const, 'refuse' as const);
const tryable = fc.oneof(
  fc.record({ kind: fc.constant('scan' as const), matches, does }),
  fc.record({ kind: fc.constant('wechat' as const), matches, does }),
  fc.record({
    kind: fc.constant('device' as const),
    matches,
    does,
    devices: fc.subarray([...DEVICES], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('hours' as const),
    matches,
    does,
    from: fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60),
    to: fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60 + 59),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  }),
);

describe('nobody gets through', () => {
  test.each<[string, DecidingRule[], boolean]>([
    ['no rule at all', [], false],
    ['WeChat only', [rule({ matches: 'others' })], false],
    ['neither in WeChat nor outside', [rule({}), rule({ matches: 'others' })], true],
    ['the whole day', [rule({ kind: 'hours' })], true],
    ['the whole day but for Sundays', [rule({ kind: 'hours', weekdays: WEEKDAYS.slice(0, 6) })], false],
    [
      'by day and by night',
      [rule({ kind: 'hours', from: 480, to: 1079 }), rule({ kind: 'hours', from: 1080, to: 479 })],
      true,
    ],
    [
      'by day and by night, but for a minute',
      [rule({ kind: 'hours', from: 481, to: 1079 }), rule({ kind: 'hours', from: 1080, to: 479 })],
      false,
    ],
    ['every address', [rule({ kind: 'addresses', networks: everywhere })], true],
    ['every address of IPv4', [rule({ kind: 'addresses', networks: ['0.0.0.0/0'] })], false],
    [
      'two halves of all addresses',
      [
        rule({ kind: 'addresses', networks: ['::/1', '10.0.0.0/8'] }),
        rule({ kind: 'addresses', networks: ['8000::/1'] }),
      ],
      true,
    ],
    ['all devices', [rule({ kind: 'device', devices: [...DEVICES] })], true],
    ['all apps', [rule({ kind: 'app', apps: [...VISIT_APPS] })], true],
    [
      'all apps but browsers',
      [rule({ kind: 'app', apps: VISIT_APPS.filter((app) => app !== 'browser') })],
      false,
    ],
    [
      'all but WeChat, and WeChat and WeCom by their names',
      [rule({ matches: 'others' }), rule({ kind: 'app', apps: ['wechat', 'wecom'] })],
      true,
    ],
    [
      'a language, and all that is not one of its regions',
      [
        rule({ kind: 'language', languages: ['en'] }),
        rule({ kind: 'language', languages: ['en-GB'], matches: 'others' }),
      ],
      true,
    ],
    [
      'a region of a language, and all that is not the language',
      [
        rule({ kind: 'language', languages: ['en-GB'] }),
        rule({ kind: 'language', languages: ['en'], matches: 'others' }),
      ],
      false,
    ],
    [
      'a system and all others',
      [
        rule({ kind: 'system', systems: ['Android'] }),
        rule({ kind: 'system', systems: ['android'], matches: 'others' }),
      ],
      true,
    ],
    [
      'a system and all others but one',
      [
        rule({ kind: 'system', systems: ['Android'] }),
        rule({ kind: 'system', systems: ['Android', 'iOS'], matches: 'others' }),
      ],
      false,
    ],
    ['every user agent', [rule({ kind: 'agent', patterns: ['*'] })], true],
    [
      'all but WeChat, and WeChat by its user agent',
      [rule({ matches: 'others' }), rule({ kind: 'agent', patterns: ['micromessenger'] })],
      true,
    ],
    [
      'a country and all others',
      [
        rule({ kind: 'region', countries: ['CN'] }),
        rule({ kind: 'region', countries: ['CN'], matches: 'others' }),
      ],
      true,
    ],
    ['who comes too often', [rule({ kind: 'rate' })], false],
    [
      'all, but for who was let through before',
      [rule({ kind: 'scan', does: 'allow' }), rule({ kind: 'hours' })],
      false,
    ],
    [
      'all, and who is let through comes too late',
      [rule({ kind: 'hours' }), rule({ kind: 'scan', does: 'allow' })],
      true,
    ],
    ['all are led elsewhere', [rule({ kind: 'hours', does: 'lead' })], false],
    ['of one code alone', [rule({ kind: 'hours', codes: ['a'] })], true],
    [
      'of one code by what holds for it and what holds for all',
      [rule({ codes: ['a'] }), rule({ matches: 'others' })],
      true,
    ],
    ['of the codes of one group alone', [rule({ kind: 'hours', groups: ['g'] })], true],
    [
      'of a group by what holds for it and what holds for all',
      [rule({ groups: ['g'] }), rule({ matches: 'others' })],
      true,
    ],
    [
      'of two groups by halves, of which no code is in both',
      [rule({ groups: ['g'] }), rule({ matches: 'others', groups: ['h'] })],
      false,
    ],
    [
      'of two codes by halves, which are not the same code',
      [rule({ codes: ['a'] }), rule({ matches: 'others', codes: ['b'] })],
      false,
    ],
  ])('%s', (_name, rules, expected) => {
    expect(refusesEverybody(rules)).toBe(expected);
  });

  test('is said exactly where no visit passes, for what can be tried out whole', () => {
    fc.assert(
      fc.property(fc.array(tryable, { maxLength: 7 }), (made) => {
        const rules = made.map((one) => rule(one));
        expect(refusesEverybody(rules)).toBe(!everyVisit().some((visit) => passes(rules, visit)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a rule is never reached', () => {
  test.each<[string, DecidingRule[], [number, number | null][]]>([
    ['alone', [rule({})], []],
    ['behind one that takes others', [rule({}), rule({ matches: 'others' })], []],
    ['behind the same one', [rule({}), rule({ does: 'allow' })], [[1, 0]]],
    [
      'behind a wider network and another thing',
      [
        rule({ kind: 'addresses', networks: ['10.0.0.0/8'] }),
        rule({ kind: 'scan' }),
        rule({ kind: 'addresses', networks: ['10.1.0.0/16'] }),
      ],
      [[2, 0]],
    ],
    [
      'behind two that take everything together',
      [rule({}), rule({ matches: 'others' }), rule({ kind: 'device', devices: ['phone'] })],
      [[2, null]],
    ],
    ['by app behind WeChat', [rule({}), rule({ kind: 'app', apps: ['wechat'] })], [[1, 0]]],
    [
      'by app behind WeChat, for others as well',
      [rule({}), rule({ kind: 'app', apps: ['wechat', 'qq'] })],
      [],
    ],
    ['for a code behind what holds for all', [rule({}), rule({ codes: ['a'] })], [[1, 0]]],
    ['for all behind what holds for a code', [rule({ codes: ['a'] }), rule({})], []],
    [
      'for a group and a code behind the group',
      [rule({ groups: ['g'] }), rule({ groups: ['g'], codes: ['a'] })],
      [],
    ],
    ['for a group behind the group', [rule({ groups: ['g', 'h'] }), rule({ groups: ['g'] })], [[1, 0]]],
    [
      'at a rate that is past a stricter one',
      [
        rule({ kind: 'rate', visits: 10, seconds: 60 }),
        rule({ kind: 'rate', visits: 20, seconds: 60 }),
        rule({ kind: 'rate', visits: 20, seconds: 600 }),
      ],
      [[1, 0]],
    ],
    [
      'by a pattern behind a shorter one',
      [rule({ kind: 'agent', patterns: ['bot'] }), rule({ kind: 'agent', patterns: ['googlebot*'] })],
      [[1, 0]],
    ],
  ])('%s', (_name, rules, expected) => {
    const found = [...hiddenRules(rules)].map(([one, by]) => [
      rules.indexOf(one),
      by === undefined ? null : rules.indexOf(by),
    ]);
    expect(found).toEqual(expected);
  });

  test('exactly where no visit meets it first, for what can be tried out whole', () => {
    fc.assert(
      fc.property(fc.array(tryable, { maxLength: 7 }), (made) => {
        const rules = made.map((one) => rule(one));
        const met = new Set(everyVisit().map((visit) => firstMet(rules, visit)));
        expect([...hiddenRules(rules).keys()]).toEqual(rules.filter((one) => !met.has(one)));
      }),
      { numRuns: 300 },
    );
  });
});

interface Visit {
  isScanned: boolean;
  isWeChat: boolean;
  device: (typeof DEVICES)[number];
  hour: number;
  day: (typeof WEEKDAYS)[number];
}

function everyVisit(): Visit[] {
  const both = [true, false];
  return both.flatMap((isScanned) =>
    both.flatMap((isWeChat) =>
      DEVICES.flatMap((device) =>
        WEEKDAYS.flatMap((day) =>
          Array.from({ length: 24 }, (_, hour) => ({ isScanned, isWeChat, device, day, hour })),
        ),
      ),
    ),
  );
}

function passes(rules: readonly DecidingRule[], visit: Visit): boolean {
  return firstMet(rules, visit)?.does !== 'refuse';
}

const firstMet = (rules: readonly DecidingRule[], visit: Visit): DecidingRule | undefined =>
  rules.find((one) => isAbout(one, visit) !== (one.matches === 'others'));

function isAbout({ devices, from, kind, to, weekdays }: DecidingRule, visit: Visit): boolean {
  if (kind === 'scan') return visit.isScanned;
  if (kind === 'wechat') return visit.isWeChat;
  if (kind === 'device') return devices.includes(visit.device);
  const minute = visit.hour * 60;
  const isIn = from <= to ? minute >= from && minute <= to : minute >= from || minute <= to;
  return weekdays.includes(visit.day) && isIn;
}
