import { expect, test } from 'bun:test';
import { AppError, type VisitRuleKind } from '@waypost/contract';
import { createRuleKinds } from '../../../runtime/plugin/extension/rule-kinds.ts';
import type { CodeRule } from '../screens/qr_code_list/resource.ts';
import { fillRules } from './fill-rules.ts';

const HOURS: VisitRuleKind = {
  name: 'shop.hours',
  parameters: { from: 'number', to: 'number' },
  condition: { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
};
const rule = (from: number, kind = HOURS.name) => ({
  kind,
  parameters: { from, to: 18 },
  action: { refuse: true } as const,
});

function contextOf(...declared: VisitRuleKind[]) {
  const kinds = createRuleKinds();
  for (const kind of declared) kinds.add(kind);
  return {
    visitRules: {
      kind: kinds.add,
      kinds: async () => kinds.list(),
      fill: async (kind: string, parameters: Readonly<Record<string, unknown>>) =>
        kinds.fill(kind, parameters),
    },
  };
}

const faultsOf = (filled: Promise<unknown>) =>
  filled.then(
    () => [],
    (error: unknown) => (error instanceof AppError ? error.errors : [error]),
  );

test('rules of a kind that is away stay as they were published, wherever they are moved to', async () => {
  const visit_rules = [rule(8), rule(9)];
  const before = { visit_rules, published_rules: await fillRules(contextOf(HOURS), visit_rules) };
  const moved = await fillRules(
    contextOf(),
    [rule(9), { ...rule(8), action: { target: 'https://example.com/' } }],
    before,
  );
  expect(moved).toEqual([
    { kind: 'shop.hours', action: { refuse: true }, condition: { fact: 'hour', from: 9, to: 18 } },
    {
      kind: 'shop.hours',
      action: { target: 'https://example.com/' },
      condition: { fact: 'hour', from: 8, to: 18 },
    },
  ]);
});

test('a rule of a kind that is away is neither made nor changed', async () => {
  const visit_rules = [rule(8)];
  const before = { visit_rules, published_rules: await fillRules(contextOf(HOURS), visit_rules) };
  const fault = { path: 'visit_rules.0.kind', message: 'error.issue.rule_kind_unknown' };
  expect(await faultsOf(fillRules(contextOf(), [rule(7)], before))).toEqual([fault]);
  expect(await faultsOf(fillRules(contextOf(), [rule(8)]))).toEqual([fault]);
});

test('all faults of all rules are told at once, at their fields', async () => {
  const bad = [
    { ...rule(8), parameters: {} },
    { ...rule(8), parameters: { from: -1, to: 3 } },
  ];
  expect(await faultsOf(fillRules(contextOf(HOURS), bad))).toEqual([
    { path: 'visit_rules.0.parameters.from', message: 'error.issue.required' },
    { path: 'visit_rules.0.parameters.to', message: 'error.issue.required' },
    { path: 'visit_rules.1.parameters.from', message: 'qr.fault.rule_number' },
  ]);
});

// Whoever reviews a link comes by a network, an address or a program of their own, and has to see what everybody sees.
test('by network, address, user agent or how often somebody comes a rule refuses and never leads elsewhere', async () => {
  const leads = { target: 'https://elsewhere.example/' };
  const conditions: [VisitRuleKind['condition'], boolean][] = [
    [{ fact: 'isp', is: '移动' }, false],
    [
      {
        not: {
          all: [
            { fact: 'country', is: 'CN' },
            { fact: 'user_agent', contains: ['bot'] },
          ],
        },
      },
      false,
    ],
    [{ fact: 'address', within: ['192.0.2.0/24'] }, false],
    [{ fact: 'crawler' }, false],
    [{ rate: 3, seconds: 60 }, false],
    [{ fact: 'country', is: 'CN' }, true],
    [
      {
        any: [
          { fact: 'app', in: ['wechat'] },
          { fact: 'hour', from: 1, to: 2 },
        ],
      },
      true,
    ],
  ];
  for (const [condition, may] of conditions) {
    const page = { fact: 'referrer', is: { parameter: 'from' } } as const;
    const kind: VisitRuleKind = {
      name: 'shop.tells',
      parameters: { from: 'text' },
      condition: { all: [page, condition] },
    };
    const of = (action: CodeRule['action']) =>
      faultsOf(fillRules(contextOf(kind), [{ kind: kind.name, parameters: { from: 'x' }, action }]));
    expect(await of(leads)).toEqual(
      may ? [] : [{ path: 'visit_rules.0.action', message: 'qr.fault.rule_leads' }],
    );
    expect(await of({ refuse: true })).toEqual([]);
  }
});

test('rules that are small one by one are refused when a visit would look at too many values', async () => {
  const places: VisitRuleKind = {
    name: 'shop.places',
    parameters: { here: 'texts', there: 'texts' },
    condition: {
      any: [
        { fact: 'country', in: { parameter: 'here' } },
        { fact: 'isp', in: { parameter: 'there' } },
      ],
    },
  };
  const texts = Array.from({ length: 500 }, (_, at) => `place ${at}`);
  const rules = (count: number) =>
    Array.from({ length: count }, () => ({
      kind: places.name,
      parameters: { here: texts, there: texts },
      action: { refuse: true } as const,
    }));
  expect(await fillRules(contextOf(places), rules(10))).toHaveLength(10);
  expect(await faultsOf(fillRules(contextOf(places), rules(11)))).toEqual([
    { path: 'visit_rules', message: 'error.issue.visit_condition_size' },
  ]);
});
