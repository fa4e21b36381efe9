import { VISIT_TARGET_MAX_NUMBER, type VisitRuleKind } from '@waypost/contract';
import type { TriedCondition, TriedStep } from '@waypost/sdk';
import { viewRuleKinds } from '../../../codes/rule-kinds.ts';
import { targetName } from '../../../codes/target-name.ts';
import type { Target } from '../../qr_code_list/resource.ts';
import { type Condition, MOST_WANTED, type Step } from './values.ts';

/** What steps are told with. */
interface Telling {
  targets: readonly Target[];
  kinds: readonly VisitRuleKind[];
  pools: ReadonlyMap<string, string>;
  isFirstVisit: boolean;
  translate(key: string): string;
}

/** Steps of the visit path in the words of codes: targets, kinds of rules and pools by what they are called. */
export function presentSteps(steps: readonly TriedStep[], telling: Telling): Step[] {
  return steps.flatMap((step) => presentStep(step, telling) ?? []);
}

function presentStep(step: TriedStep, telling: Telling): Step | undefined {
  switch (step.check) {
    case 'refusal':
      return undefined;
    case 'rule':
      return presentRule(step, telling);
    case 'shield':
      return presentShield(step, telling);
    case 'rotation':
      return presentRotation(step, telling);
    case 'pool':
      return presentPool(step, telling);
    case 'count':
      return { ...step, is_new_visitor: telling.isFirstVisit };
    default:
      return step;
  }
}

/** What stands for "no limit". */
const limited = (number: number): number | null => (number === VISIT_TARGET_MAX_NUMBER ? null : number);

function presentRule(step: Extract<TriedStep, { check: 'rule' }>, { kinds, translate }: Telling): Step {
  const [kind] = viewRuleKinds(
    kinds.filter(({ name }) => name === step.kind),
    translate,
  );
  const { check, is_refused, number, target, verdict } = step;
  const conditions = step.conditions.map(presentCondition);
  return { check, is_refused, number, target, verdict, conditions, title: kind?.title ?? step.kind };
}

/** The rules of the platform are its operators': who tries a code hears of one that decided, and not how it is made. */
function presentShield(
  step: Extract<TriedStep, { check: 'shield' }>,
  { kinds, translate }: Telling,
): Step | undefined {
  const { check, does, is_platform, is_refused, kind: name, number, target, verdict } = step;
  if (is_platform && does !== 'refuse' && does !== 'lead') return undefined;
  const words = viewRuleKinds(
    kinds.filter((kind) => kind.name === name),
    translate,
  )[0]?.title;
  const title = is_platform ? '' : (words ?? translate(`rule.${name}`));
  const conditions = is_platform ? [] : step.conditions.map(presentCondition);
  return { check, does, is_platform, is_refused, number, target, verdict, title, conditions };
}

function presentRotation(
  { check, chosen, model, targets }: Extract<TriedStep, { check: 'rotation' }>,
  telling: Telling,
): Step {
  return {
    check,
    chosen,
    model,
    targets: targets.map(({ address, chance, count, threshold, weight }, at) => {
      const known = telling.targets[at];
      const label = known === undefined ? (address ?? '') : targetName(known, telling.translate);
      return { label, chance, count, weight, threshold: limited(threshold) };
    }),
  };
}

function presentPool(
  { check, chosen, fallback, items, model, pool }: Extract<TriedStep, { check: 'pool' }>,
  { pools }: Telling,
): Step {
  return {
    check,
    chosen,
    fallback,
    model,
    name: pools.get(pool) ?? '',
    items: items.map(({ capacity, ...item }) => ({ ...item, capacity: limited(capacity) })),
  };
}

function presentCondition({ condition, ...seen }: TriedCondition): Condition {
  const { wanted, ...asked } = askedBy(condition);
  return {
    ...asked,
    ...seen,
    wanted: wanted.slice(0, MOST_WANTED),
    more: Math.max(wanted.length - MOST_WANTED, 0),
  };
}

function askedBy(
  condition: TriedCondition['condition'],
): Pick<Condition, 'fact' | 'test'> & { wanted: (string | number)[] } {
  if ('share' in condition) return { fact: 'share', test: 'draw', wanted: [condition.share as number] };
  if ('agent' in condition)
    return { fact: 'user_agent', test: 'contains', wanted: condition.agent as string[] };
  if ('rate' in condition)
    return {
      fact: 'rate',
      test: 'rate',
      wanted: [condition.rate as number, condition.seconds as number],
    };
  if ('speaks' in condition)
    return { fact: 'language', test: 'speaks', wanted: condition.speaks as string[] };
  if (!('fact' in condition)) throw new TypeError('a condition with parts is told by those');
  if ('within' in condition) return { fact: 'address', test: 'within', wanted: condition.within as string[] };
  const fact = condition.fact as Condition['fact'];
  if ('contains' in condition) return { fact, test: 'contains', wanted: condition.contains as string[] };
  if ('is' in condition) return { fact, test: 'one_of', wanted: [condition.is as string] };
  if ('from' in condition)
    return { fact, test: 'between', wanted: [condition.from as number, condition.to as number] };
  if ('in' in condition) return { fact, test: 'one_of', wanted: condition.in as (string | number)[] };
  return { fact, test: 'is_so', wanted: [] };
}
