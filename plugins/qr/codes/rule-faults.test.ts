import { describe, expect, test } from 'bun:test';
import { visitRuleParameters } from '@waypost/contract';
import fc from 'fast-check';
import { ruleFaults, withRuleKinds } from './rule-faults.ts';

const KINDS = [
  { name: 'shop.hours', parameters: { from: 'number', to: 'number' } },
  {
    name: 'shop.places',
    parameters: { page: 'text', countries: 'texts', networks: 'ranges', days: 'numbers' },
  },
] as const;
const LEAD = { target: 'https://example.com/' };
const GOOD = { page: 'a', countries: ['KE'], networks: ['203.0.113.0/24'], days: [1, 7] };
const rule = (kind: string, parameters: Record<string, unknown>) => ({ kind, parameters, action: LEAD });
const told = (rules: Parameters<typeof ruleFaults>[0]) =>
  ruleFaults(rules, KINDS).map(({ path, message }) => [path.join('.'), message]);

describe('faults of rules', () => {
  test('a rule that fits has none, and one of a kind that is away is left in peace', () => {
    expect(told([rule('shop.hours', { from: 0, to: 23 }), rule('shop.places', GOOD)])).toEqual([]);
    expect(told([rule('gone.kind', { anything: {} })])).toEqual([]);
  });

  test('every parameter that is missing or emptied is told at its own place', () => {
    expect(told([rule('shop.hours', { from: 8, to: 18 }), rule('shop.hours', {})])).toEqual([
      ['1.parameters.from', 'required'],
      ['1.parameters.to', 'required'],
    ]);
    expect(told([rule('shop.places', { ...GOOD, page: '', countries: [] })])).toEqual([
      ['0.parameters.page', 'required'],
      ['0.parameters.countries', 'required'],
    ]);
  });

  test('a bad entry of a list is told at the list, once, in words of its type', () => {
    const bad = {
      page: 'x'.repeat(201),
      countries: ['y'.repeat(201), 7],
      networks: ['203.0.113.0/24', '203.0.113.300', 'somewhere'],
      days: ['Monday', -1],
    };
    expect(told([rule('shop.places', bad)])).toEqual([
      ['0.parameters.page', 'qr.fault.rule_text'],
      ['0.parameters.countries', 'qr.fault.rule_texts'],
      ['0.parameters.networks', 'qr.fault.rule_ranges'],
      ['0.parameters.days', 'qr.fault.rule_numbers'],
    ]);
    expect(told([rule('shop.hours', { from: 1.5, to: 1e9 })])).toEqual([
      ['0.parameters.from', 'qr.fault.rule_number'],
      ['0.parameters.to', 'qr.fault.rule_number'],
    ]);
  });

  test('a parameter that the kind no longer has is told at the kind, which the form shows', () => {
    expect(told([rule('shop.hours', { from: 1, to: 2, zone: 'EAT' })])).toEqual([
      ['0.kind', 'qr.fault.rule_kind_changed'],
    ]);
  });

  test('what passes here passes the schema of the kind as well', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.array(fc.oneof(fc.ipV4(), fc.nat())),
      fc.constant(null),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.dictionary(fc.constantFrom('from', 'to', 'page', 'countries', 'networks', 'days'), value),
        (kind, parameters) => {
          const isFree = ruleFaults([rule(kind.name, parameters)], KINDS).length === 0;
          expect(!isFree || visitRuleParameters(kind).safeParse(parameters).success).toBe(true);
        },
      ),
    );
  });
});

describe('the resource of the form', () => {
  const { schema } = withRuleKinds(KINDS).fields.visit_rules;
  const issues = (value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ code, message, path }) => [path.join('.'), code, message]) ??
    [];

  test('tells faults of parameters and of actions together, so that one does not hide the other', () => {
    expect(issues([{ kind: 'shop.hours', parameters: { from: 8 }, action: { target: 'ftp://x' } }])).toEqual([
      ['0.action.target', 'custom', 'target_url'],
      ['0.parameters.to', 'custom', 'required'],
    ]);
    expect(issues([rule('', {})]).map(([path]) => path)).toEqual(['0.kind']);
  });

  test('lets good rules and rules of absent kinds pass', () => {
    expect(issues([rule('shop.places', GOOD), rule('gone.kind', {})])).toEqual([]);
    expect(issues([])).toEqual([]);
  });
});
