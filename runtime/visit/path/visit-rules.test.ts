import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import {
  defineVisitRuleKind,
  fillVisitRule,
  type OpenVisitCondition,
  type VisitCondition,
  type VisitLink,
  type VisitRule,
  visitLink,
} from '@waypost/contract';
import fc from 'fast-check';
import { compileLink, targetKey } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { readSnapshot, writeSnapshot } from '../links/snapshot.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';
import { createVisitorFacts } from './visitor-facts.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';
/** Thursday 2026-01-01, 23:30 in Shanghai. */
const LATE = Date.UTC(2026, 0, 1, 15, 30);

const visitPath = useVisitPath();

const linkWith = (rules: VisitRule[], change: Partial<VisitLink> = {}) =>
  testLink({
    targets: [{ url: 'https://t.example/usual', weight: 1, threshold: 1 }],
    rules,
    ...change,
  });
const elsewhere = (condition: VisitCondition, kind = 'shield.any'): VisitRule => ({
  kind,
  condition,
  action: { target: 'https://t.example/elsewhere' },
});

function start(
  link: VisitLink,
  options: { index?: LinkIndex; draw?: () => number; journalId?: string } = {},
) {
  const index = options.index ?? new LinkIndex();
  if (options.index === undefined)
    index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const plugins = new Set(['qr', 'shield']);
  const { draw, journalId } = options;
  const path = visitPath.start({ index, plugins, draw, journalId, now: () => LATE });
  return {
    plugins,
    /** The target's path, or the status. */
    visit: async (headers: Record<string, string> = {}, from = '/abc') => {
      const response = await fetch(`${path.origin}${from}`, {
        redirect: 'manual',
        headers: { 'user-agent': DESKTOP, ...headers },
      });
      const to = response.headers.get('location');
      return to === null ? response.status : new URL(to).pathname;
    },
    visits: path.visits,
  };
}

describe('rules of a link', () => {
  const cases: [string, VisitCondition, Record<string, string>][] = [
    ['a country', { fact: 'country', in: ['CN', 'DE'] }, { 'x-forwarded-for': '114.114.114.114' }],
    ['a province', { fact: 'location', contains: ['江苏'] }, { 'x-forwarded-for': '114.114.114.114' }],
    [
      'an address range',
      { fact: 'address', within: ['203.0.113.0/24', '2001:db8::/32'] },
      { 'x-forwarded-for': '203.0.113.77' },
    ],
    ['a kind of device', { fact: 'kind', is: 'phone' }, { 'user-agent': ANDROID }],
    ['an app', { fact: 'app', in: ['wechat'] }, { 'user-agent': `${ANDROID} MicroMessenger/8.0` }],
    ['a part of the user agent', { fact: 'user_agent', contains: ['sm-s918'] }, { 'user-agent': ANDROID }],
    ['a language', { fact: 'language', is: 'sw-KE' }, { 'accept-language': 'sw-KE, en;q=0.5' }],
    [
      'where the visitor came from',
      { fact: 'referrer', in: ['news.example'] },
      { referer: 'https://news.example/a' },
    ],
    ['a crawler', { fact: 'crawler' }, { 'user-agent': 'Googlebot/2.1' }],
    ['none of something', { not: { fact: 'kind', is: 'desktop' } }, { 'user-agent': ANDROID }],
    [
      'several things at once',
      {
        all: [
          { fact: 'kind', is: 'phone' },
          {
            any: [
              { fact: 'language', is: 'de' },
              { fact: 'hour', in: [23] },
            ],
          },
        ],
      },
      { 'user-agent': ANDROID },
    ],
  ];
  test.each(cases)('lead elsewhere by %s, and everyone else as usual', async (_name, condition, headers) => {
    const { visit } = start(linkWith([elsewhere(condition)]));
    expect(await visit()).toBe('/usual');
    expect(await visit(headers)).toBe('/elsewhere');
  });

  const times: [string, VisitCondition, boolean][] = [
    ['an hour range over midnight', { fact: 'hour', from: 22, to: 6 }, true],
    ['an hour range that is over', { fact: 'hour', from: 8, to: 22 }, false],
    ['a minute of the day', { fact: 'minute', from: 23 * 60 + 30, to: 23 * 60 + 30 }, true],
    ['the day of the week', { fact: 'weekday', in: [4] }, true],
    ['a day', { fact: 'day', from: 20260102, to: 20260105 }, false],
  ];
  test.each(times)('go by the time of TIME_ZONE: %s', async (_name, condition, holds) => {
    const { visit } = start(linkWith([elsewhere(condition)]));
    expect(await visit()).toBe(holds ? '/elsewhere' : '/usual');
  });

  test('minutes are right in a zone that is three quarters of an hour off, too', async () => {
    // Kathmandu is UTC+5:45, and Shanghai's minutes are its own: both count from the zone's midnight.
    const facts = (timeZone: string, now: number) =>
      createVisitorFacts({
        writeClientAddress: () => {},
        timeZone: () => timeZone,
        clock: { now: () => now, date: () => new Date(now) },
        random: { bytes: (length) => new Uint8Array(length), number: () => 0 },
      }).number('minute');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
        const midnight = Date.UTC(2026, 0, 1) - (5 * 60 + 45) * 60_000;
        expect(facts('Asia/Kathmandu', midnight + minute * 60_000 + 12_345)).toBe(minute);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  test('that match first decide; one that refuses is not counted, one that leads elsewhere is', async () => {
    const setup = start(
      linkWith([
        { kind: 'shield.any', condition: { fact: 'language', is: 'de' }, action: { refuse: true } },
        elsewhere({ fact: 'kind', is: 'desktop' }),
      ]),
    );
    expect(await setup.visit({ 'accept-language': 'de' })).toBe(403);
    expect(await setup.visit()).toBe('/elsewhere');
    const visits = await setup.visits();
    expect(visits.map(({ targetKey: key }) => key)).toEqual([targetKey('https://t.example/elsewhere', 0)]);
  });

  test('take their share of visits, drawn anew for each', async () => {
    const draws = [0.2499, 0.25, 0.9, 0];
    const { visit } = start(linkWith([elsewhere({ share: 250 })]), { draw: () => draws.shift() ?? 1 });
    expect([await visit(), await visit(), await visit(), await visit()]).toEqual([
      '/elsewhere',
      '/usual',
      '/usual',
      '/elsewhere',
    ]);
  });

  test('know who scanned the picture', async () => {
    const link = linkWith([
      { kind: 'shield.any', condition: { not: { fact: 'scanned' } }, action: { refuse: true } },
    ]);
    const token = testScanTokens.scanToken({ id: link.id, host: '', code: 'abc' });
    const { visit } = start(link);
    expect(await visit({}, `/abc?s=${token}`)).toBe('/usual');
    expect(await visit({}, '/abc?s=guess')).toBe(403);
  });

  test('are passed over while the plugin of their kind is off', async () => {
    const setup = start(linkWith([elsewhere({ fact: 'kind', is: 'desktop' })]));
    setup.plugins.delete('shield');
    expect(await setup.visit()).toBe('/usual');
    setup.plugins.add('shield');
    expect(await setup.visit()).toBe('/elsewhere');
  });

  test('do not move the rotation on, nor lead into a loop of ours', async () => {
    const targets = ['one', 'two'].map((name) => ({
      url: `https://t.example/${name}`,
      weight: 1,
      threshold: 1,
    }));
    const setup = start(
      linkWith(
        [
          {
            kind: 'shield.any',
            condition: { fact: 'language', is: 'sw' },
            action: { target: 'https://w.example/abc' },
          },
          elsewhere({ fact: 'language', is: 'de' }),
        ],
        { targets, rotation_model: 3 },
      ),
    );
    expect(await setup.visit()).toBe('/one');
    expect(await setup.visit({ 'accept-language': 'de' })).toBe('/elsewhere');
    expect(await setup.visit()).toBe('/two');
    expect(await setup.visit({ 'accept-language': 'sw' })).toBe(403);
  });

  test('survive a restart from the snapshot, and are gone when the link has none any more', async () => {
    const link = linkWith([elsewhere({ fact: 'kind', is: 'desktop' })]);
    const index = new LinkIndex();
    const put = (one: VisitLink) =>
      index.put({ id: Buffer.from(one.id, 'hex'), host: '', code: one.code, compiled: compileLink(one) });
    put(link);
    const path = join(visitPath.directory(), 'snapshot');
    await writeSnapshot(index, path, { resumeToken: '', database: '' });
    const setup = start(link, { index: (await readSnapshot(path))?.index ?? new LinkIndex() });
    expect(await setup.visit()).toBe('/elsewhere');
    await visitPath.stop();
    put(linkWith([]));
    expect(await start(link, { index, journalId: 'k' }).visit()).toBe('/usual');
  });

  test('that cannot be read refuse rather than let everyone through', async () => {
    const index = new LinkIndex();
    const link = linkWith([elsewhere({ fact: 'kind', is: 'desktop' })]);
    const compiled = Buffer.from(
      compileLink(link).toString('latin1').replace('"kind","is"', '"mind","is"'),
      'latin1',
    );
    index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: 'abc', compiled });
    expect(await start(link, { index, journalId: 'k' }).visit()).toBe(403);
  });
});

describe('a kind of rule', () => {
  const hours = defineVisitRuleKind({
    name: 'shield.hours',
    parameters: { from: 'number', to: 'number', regions: 'texts' },
    condition: {
      all: [
        { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
        { fact: 'country', in: { parameter: 'regions' } },
      ],
    },
  });

  test('is filled in with the parameters of a rule', () => {
    expect(fillVisitRule(hours, { from: 8, to: 18, regions: ['CN'] })).toEqual({
      all: [
        { fact: 'hour', from: 8, to: 18 },
        { fact: 'country', in: ['CN'] },
      ],
    });
    expect(() => fillVisitRule(hours, { from: 'x', to: 18, regions: ['CN'] })).toThrow();
  });

  test('names its parameters, all of them, with fitting types', () => {
    const declare = (parameters: Record<string, 'text' | 'number'>, condition: OpenVisitCondition) => () =>
      defineVisitRuleKind({ name: 'shield.some', parameters, condition });
    expect(declare({}, { fact: 'isp', is: { parameter: 'isp' } })).toThrow('no parameter is named "isp"');
    expect(declare({ isp: 'number' }, { fact: 'isp', is: { parameter: 'isp' } })).toThrow(
      'must be of type text',
    );
    expect(declare({ isp: 'text', left: 'text' }, { fact: 'isp', is: { parameter: 'isp' } })).toThrow(
      'is not used',
    );
    expect(declare({}, { fact: 'isp', is: { parameter: 'constructor' } })).toThrow('no parameter');
  });

  test('and links with unbounded or nonsensical conditions are refused, however deep', () => {
    let deep: unknown = { fact: 'crawler' };
    for (let level = 0; level < 50_000; level++) deep = { not: deep };
    const wide = {
      any: Array.from({ length: 20 }, () => ({
        any: Array.from({ length: 20 }, () => ({ fact: 'crawler' })),
      })),
    };
    for (const condition of [
      deep,
      wide,
      { fact: 'address', within: ['300.1.1.1'] },
      { fact: 'shoe', is: 'x' },
      { all: [] },
      { fact: 'isp', is: { parameter: 'isp' } },
      { fact: 'crawler', is: 'x' },
      null,
      'crawler',
    ]) {
      const link = { ...linkWith([]), rules: [{ kind: 'a.b', condition, action: { refuse: true } }] };
      expect(visitLink.safeParse(link).success).toBe(false);
    }
    const evil = { kind: 'a.b', condition: { fact: 'crawler' }, action: { target: 'javascript:alert(1)' } };
    expect(visitLink.safeParse({ ...linkWith([]), rules: [evil] }).success).toBe(false);
  });
});
