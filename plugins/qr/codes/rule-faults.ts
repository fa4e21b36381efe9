import { parameterType, type VisitRuleKind, visitRuleParameters } from '@waypost/contract';
import { z } from 'zod';
import { type CodeRule, codeResource } from '../screens/qr_code_list/resource.ts';

/** What rules are checked against: a kind's name and what its parameters may be. */
export type RuleKind = Pick<VisitRuleKind, 'name' | 'parameters'> & {
  /** False: rules of it may only refuse. */
  may_lead?: boolean;
};

export interface RuleFault {
  /** Inside the list of rules: `0`, `parameters`, `from`. */
  path: (string | number)[];
  /** `required`, or a locale key. */
  message: string;
}

/**
 * What is wrong with rules: where they lead, and their parameters, one fault for each. Rules of kinds that are not among `kinds`
 * are passed over.
 */
export function ruleFaults(rules: readonly CodeRule[], kinds: readonly RuleKind[]): RuleFault[] {
  return rules.flatMap(({ kind: name, parameters, action }, at) => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) return [];
    if ('target' in action && kind.may_lead === false)
      return [{ path: [at, 'action'], message: 'qr.fault.rule_leads' }];
    const faulty = new Set<string>();
    const outside = new Set<string>();
    for (const { code, message, path } of visitRuleParameters(kind).safeParse(parameters).error?.issues ??
      []) {
      // The kind is another one since the rule was made: its form has no place for what it does not know.
      if (code === 'unrecognized_keys')
        return [{ path: [at, 'kind'], message: 'qr.fault.rule_kind_changed' }];
      (message === 'visit_rule_limit' ? outside : faulty).add(String(path[0]));
    }
    return Object.entries(kind.parameters).flatMap(([parameter, declared]) => {
      const path = [at, 'parameters', parameter];
      if (isBlank(parameters[parameter])) return [{ path, message: 'required' }];
      if (faulty.has(parameter)) return [{ path, message: `qr.fault.rule_${parameterType(declared)}` }];
      return outside.has(parameter) ? [{ path, message: 'qr.fault.rule_limit' }] : [];
    });
  });
}

/** A rule that compares with nothing is one that somebody has not finished. */
function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The resource of codes, whose rules are checked against the kinds that there are: for the form. */
export function withRuleKinds(kinds: readonly RuleKind[]): typeof codeResource {
  const { visit_rules } = codeResource.fields;
  // Every fault at once: zod leaves refinements out where something else is wrong.
  const schema = z.unknown().check((payload) => {
    const checked = visit_rules.schema.safeParse(payload.value);
    for (const { path, ...issue } of checked.error?.issues ?? [])
      payload.issues.push({ ...issue, path: [...path], input: payload.value } as z.core.$ZodRawIssue);
    for (const { path, message } of ruleFaults(rulesIn(payload.value), kinds))
      payload.issues.push({ code: 'custom', path, message, input: payload.value });
  }) as unknown as typeof visit_rules.schema;
  return { ...codeResource, fields: { ...codeResource.fields, visit_rules: { ...visit_rules, schema } } };
}

/** Rules as a form has them while somebody is at it: kinds and parameters are there, actions may be unfinished. */
function rulesIn(value: unknown): CodeRule[] {
  return Array.isArray(value) ? (value as CodeRule[]) : [];
}
