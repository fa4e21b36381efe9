import { describe, expect, test } from 'bun:test';
import { defineVisitRuleKind, type VisitCondition, visitRuleParameters, zVisitRules } from './visit-rule.ts';

const refuse = (condition: VisitCondition) => ({ kind: 'shop.any', condition, action: { refuse: true } });

describe('parameters of a kind of rule', () => {
  const kind = defineVisitRuleKind({
    name: 'shop.open',
    parameters: { from: 'number', to: 'number', days: 'numbers', devices: 'texts', plan: 'text' },
    condition: {
      all: [
        { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
        { fact: 'weekday', in: { parameter: 'days' } },
        { fact: 'kind', in: { parameter: 'devices' } },
        { fact: 'browser', is: { parameter: 'plan' } },
      ],
    },
  });
  const good = { from: 8, to: 18, days: [1, 5], devices: ['phone'], plan: 'x' };
  const fits = (change: Record<string, unknown>) =>
    visitRuleParameters(kind).safeParse({ ...good, ...change }).success;

  test('have the limits and choices of what they are compared with', () => {
    expect(fits({})).toBe(true);
    for (const change of [
      { from: 25 },
      { to: 24 },
      { days: [0] },
      { days: [1, 8] },
      { devices: ['fridge'] },
      { devices: ['phone', 'Phone'] },
    ])
      expect(fits(change)).toBe(false);
    expect(fits({ plan: 'anything at all' })).toBe(true);
  });

  test('have those that the kind declares instead', () => {
    const declared = defineVisitRuleKind({
      name: 'shop.narrow',
      parameters: {
        from: { type: 'number', minimum: 6, maximum: 9 },
        to: 'number',
        plan: { type: 'text', choices: ['gold', 'silver'] },
        networks: { type: 'ranges', most: 2 },
        names: { type: 'texts', longest: 3 },
      },
      condition: {
        any: [
          { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
          { fact: 'browser', is: { parameter: 'plan' } },
          { fact: 'address', within: { parameter: 'networks' } },
          { fact: 'device', contains: { parameter: 'names' } },
        ],
      },
    });
    const values = { from: 6, to: 23, plan: 'gold', networks: ['10.0.0.0/8'], names: ['abc'] };
    const isGood = (change: Record<string, unknown>) =>
      visitRuleParameters(declared).safeParse({ ...values, ...change }).success;
    expect(isGood({})).toBe(true);
    expect(isGood({ from: 5 })).toBe(false);
    expect(isGood({ plan: 'iron' })).toBe(false);
    expect(isGood({ networks: ['10.0.0.1', '10.0.0.2', '10.0.0.3'] })).toBe(false);
    expect(isGood({ names: ['abcd'] })).toBe(false);
  });
});

describe('rules of one link', () => {
  test('look for few enough texts in what strangers write', () => {
    const agents = (count: number): VisitCondition => ({
      fact: 'user_agent',
      contains: Array.from({ length: count }, (_, at) => `bot${at}`),
    });
    expect(zVisitRules.safeParse([refuse(agents(500))]).success).toBe(true);
    expect(zVisitRules.safeParse([refuse(agents(500)), refuse(agents(1))]).success).toBe(false);
    const patterns = Array.from({ length: 20 }, () => 'a*b');
    expect(zVisitRules.safeParse([refuse({ agent: patterns })]).success).toBe(true);
    expect(zVisitRules.safeParse([refuse({ agent: [...patterns, 'c'] })]).success).toBe(false);
    expect(zVisitRules.safeParse([refuse({ agent: ['x'.repeat(101)] })]).success).toBe(false);
  });
});
