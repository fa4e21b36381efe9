import type { VisitRuleKind } from '@waypost/contract';

/** What tells a reviewer from everybody else: by these a rule may refuse, and never show another page. */
const TELLING_FACTS: ReadonlySet<unknown> = new Set(['address', 'crawler', 'isp', 'user_agent']);
const TELLING_KEYS: ReadonlySet<string> = new Set(['agent', 'rate']);

/** Whether rules of a kind may lead elsewhere: none of its condition goes by network, address or user agent. */
export const mayLead = ({ condition }: Pick<VisitRuleKind, 'condition'>): boolean => !isTelling(condition);

function isTelling(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(isTelling);
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([key, value]) =>
      TELLING_KEYS.has(key) || (key === 'fact' && TELLING_FACTS.has(value)) || isTelling(value),
  );
}
