import { limitedParameter, type VisitRuleKind } from '@waypost/contract';
import { type RuleFact, type RuleKindView, zRuleFact } from '../screens/qr_code_list/calls.ts';
import { mayLead } from './leading-kinds.ts';

/**
 * Kinds with their words: `rule.<kind>`, `rule.<kind>.<parameter>` and the same with `.help`. A plugin that brings none
 * leaves its names to be read.
 * @param translate answers the key itself where there is no text
 */
export function viewRuleKinds(
  kinds: readonly VisitRuleKind[],
  translate: (key: string) => string,
): RuleKindView[] {
  const text = (key: string) => {
    const found = translate(key);
    return found === key ? undefined : found;
  };
  return kinds.map(({ name, parameters, condition }) => ({
    name,
    title: text(`rule.${name}`) ?? name,
    may_lead: mayLead({ condition }),
    parameters: Object.entries(parameters).map(([parameter, declared]) => {
      const key = `rule.${name}.${parameter}`;
      const help = text(`${key}.help`);
      return {
        name: parameter,
        ...limitedParameter(declared),
        title: text(key) ?? spaced(parameter),
        ...(help === undefined ? {} : { help }),
        ...comparedWith(condition, parameter),
      };
    }),
  }));
}

/** What a parameter is compared with, whole or in part, where it stands first in the condition. */
function comparedWith(
  node: unknown,
  parameter: string,
): { fact?: RuleFact | undefined; part?: RuleFact | undefined } | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    if (!isParameter(value, parameter)) {
      const found = comparedWith(value, parameter);
      if (found !== undefined) return found;
    } else if (key === 'speaks') return { part: 'language' };
    else if (key === 'contains') return { part: factOf(node) };
    else return key === 'share' ? { fact: 'share' } : { fact: factOf(node) };
  }
  return undefined;
}

function factOf(node: object): RuleFact | undefined {
  return zRuleFact.safeParse('fact' in node ? node.fact : undefined).data;
}

function isParameter(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'parameter' in value && value.parameter === name;
}

/** `opening_hour` → "Opening hour". */
function spaced(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
