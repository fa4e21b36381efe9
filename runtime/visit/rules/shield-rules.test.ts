import { expect, test } from 'bun:test';
import type { VisitCondition, VisitShieldAction } from '@waypost/contract';
import fc from 'fast-check';
import { parseAddress } from '../../sdk/address.ts';
import { createVisitorFacts } from '../path/visitor-facts.ts';
import { compileShieldRules } from './shield-rules.ts';

const WECHAT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile MicroMessenger/8.0';
const NO_LINK = { id: () => '', group: () => '' };
const AGENTS = [WECHAT, 'curl/8', 'Googlebot/2.1', '', `curl/${'x'.repeat(600)}`];
const PLACES = [
  { country: 'CN', location: '江苏省 南京市', isp: '移动' },
  { country: 'KE', location: '肯尼亚', isp: 'Safaricom' },
];

const leaf: fc.Arbitrary<VisitCondition> = fc.constantFrom<VisitCondition[]>(
  { fact: 'wechat' },
  { fact: 'crawler' },
  { fact: 'scanned' },
  { agent: ['curl*'] },
  { fact: 'kind', in: ['phone'] },
  { fact: 'country', in: ['KE'] },
  { fact: 'isp', contains: ['移动'] },
  { fact: 'address', within: ['203.0.113.0/24'] },
  { fact: 'minute', from: 600, to: 1200 },
  { fact: 'weekday', in: [1, 2, 3] },
  { speaks: ['sw'] },
  { fact: 'referrer', is: 'a.example' },
);
const { condition } = fc.letrec<{ condition: VisitCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    leaf,
    tie('condition').map((not) => ({ not })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
  ),
}));
const action = fc.constantFrom<VisitShieldAction[]>(
  { allow: true },
  { refuse: 'refused' },
  { refuse: 'weChatOnly' },
  { target: 'https://t.example/' },
);
const rule = fc.record({
  condition,
  action,
  kind: fc.constantFrom('on.any', 'on.any', 'off.any'),
  links: fc.constantFrom(undefined, undefined, ['a'.repeat(24)], ['b'.repeat(24)]),
  groups: fc.constantFrom(undefined, undefined, ['c'.repeat(24)], ['d'.repeat(24)]),
});
const visit = fc.record({
  agent: fc.constantFrom(...AGENTS),
  place: fc.constantFrom(...PLACES),
  ip: fc.constantFrom('203.0.113.9', '198.51.100.7', '2001:db8::1'),
  language: fc.constantFrom('sw-KE', 'en', '', `sw-${'x'.repeat(70)}`),
  referrer: fc.constantFrom('', 'https://a.example/'),
  isScanned: fc.boolean(),
  hour: fc.integer({ min: 0, max: 24 * 8 }),
});

test('what is known of visits says the same as looking at each rule in turn, whatever came before', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 50 }),
      fc.array(visit, { minLength: 1, maxLength: 12 }),
      (made, visits) => {
        const text = JSON.stringify(made.map((one, at) => ({ ...one, number: at + 1 })));
        const isOn = (plugin: string) => plugin === 'on';
        const known = compileShieldRules(text, isOn);
        const inTurn = compileShieldRules(text, isOn, { condition: () => {}, rule: () => {} });
        let now: (typeof visits)[number] = visits[0] as (typeof visits)[number];
        const time = () => Date.UTC(2026, 0, 1) + now.hour * 3_600_000;
        const facts = createVisitorFacts({
          writeClientAddress: (_request, _server, bytes, offset) =>
            bytes.set(parseAddress(now.ip) ?? new Uint8Array(16), offset),
          timeZone: () => 'Asia/Shanghai',
          clock: { now: time, date: () => new Date(time()) },
          random: { bytes: (length) => new Uint8Array(length), number: () => 0 },
          locationOf: () => now.place,
        });
        for (const next of [...visits, ...visits]) {
          now = next;
          const headers = {
            'accept-language': now.language,
            ...(now.referrer === '' ? {} : { referer: now.referrer }),
          };
          const of = () =>
            facts.of(
              new Request('http://localhost/', { headers }),
              { requestIP: () => null },
              now.agent,
              () => now.isScanned,
              { isCounted: true, scope: 0 },
            );
          const link = { id: () => 'a'.repeat(24), group: () => 'c'.repeat(24) };
          expect(known(of(), link)).toEqual(inTurn(of(), link));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a rate is asked only where no rule before it has decided', () => {
  let asked = 0;
  const rules = [
    { number: 1, kind: 'on.any', condition: { fact: 'wechat' }, action: { allow: true } },
    { number: 2, kind: 'on.any', condition: { rate: 1, seconds: 60 }, action: { refuse: 'refused' } },
    { number: 3, kind: 'on.any', condition: { fact: 'crawler' }, action: { refuse: 'refused' } },
  ];
  const judge = compileShieldRules(JSON.stringify(rules), () => true);
  const facts = createVisitorFacts({
    writeClientAddress: () => {},
    timeZone: () => 'UTC',
    clock: { now: () => 0, date: () => new Date(0) },
    random: { bytes: (length) => new Uint8Array(length), number: () => 0 },
  });
  const of = (agent: string) => {
    const seen = facts.of(new Request('http://localhost/'), { requestIP: () => null }, agent, () => false, {
      isCounted: true,
      scope: 0,
    });
    const { visitsWithin } = seen;
    return {
      ...seen,
      visitsWithin: (mark: object, seconds: number) => ++asked && visitsWithin(mark, seconds),
    };
  };
  expect(judge(of(WECHAT), NO_LINK)?.number).toBe(1);
  expect(asked).toBe(0);
  expect(judge(of('Googlebot/2.1'), NO_LINK)?.number).toBe(3);
  expect(judge(of('curl/8'), NO_LINK)?.number).toBe(2);
  expect(asked).toBe(2);
});
