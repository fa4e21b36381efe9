import type { WordsFunction } from '@waypost/host-sdk';
import { clockOf } from '../../../codes/clock.ts';
import { OWN_RULE_KINDS } from '../../../codes/own-rule-kinds.ts';
import { viewRuleKinds } from '../../../codes/rule-kinds.ts';
import type { RuleParameterView } from '../../qr_code_list/calls.ts';
import type { CodeRule } from '../../qr_code_list/resource.ts';
import { ruleChoices } from './rule-choices.ts';
import { dayText } from './rule-times.ts';

/** A rule in a line, in the words of its form: "Device: Phone, Tablet → https://example.com". */
export function ruleText(rule: CodeRule, words: WordsFunction, locale: string): string {
  const { action, kind: name, parameters } = rule;
  const kind = viewRuleKinds(
    OWN_RULE_KINDS.filter((one) => one.name === name),
    words,
  )[0];
  const does = 'target' in action ? action.target : words('qr.set.rule.action.refuse');
  // Those of other plugins have their words on the server only.
  if (kind === undefined) return `${name} → ${does}`;
  const isSpan = kind.parameters.length === 2;
  const values = kind.parameters.map((one) => valueText(one, parameters[one.name], { words, locale }));
  return `${kind.title}: ${values.join(isSpan ? ' – ' : ', ')} → ${does}`;
}

function valueText(
  { fact, part, type }: RuleParameterView,
  value: unknown,
  { words, locale }: { words: WordsFunction; locale: string },
): string {
  if (type === 'number' && fact === 'minute') return clockOf(value);
  if (type === 'number' && fact === 'day') return dayText(value) ?? String(value);
  const labels = new Map(
    ruleChoices({ fact, part }, locale, words)?.choices.map((choice) => [choice.value, choice.label]),
  );
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => labels.get(one as string) ?? String(one)).join(', ');
}
