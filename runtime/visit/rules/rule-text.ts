import type { VisitRule } from '@waypost/contract';

/** The text in which a link carries its rules. Equal rules have equal texts, so that they are compiled once. */
export function encodeRules(rules: readonly VisitRule[]): string {
  return JSON.stringify(rules.map(({ kind, condition, action }) => ({ kind, condition, action })));
}
