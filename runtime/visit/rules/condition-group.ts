import type { VisitCondition, VisitTextFact } from '@waypost/contract';

/**
 * What a condition depends on, where that is one thing that visits have again and again: whoever knows the answer for it need not look
 * again. Undefined for what is another thing at each visit.
 */
export type ConditionGroup = 'agent' | 'place' | 'time' | 'language' | 'scan';

const OF_TEXTS: Readonly<Record<VisitTextFact, ConditionGroup | undefined>> = {
  country: 'place',
  location: 'place',
  isp: 'place',
  kind: 'agent',
  device: 'agent',
  system: 'agent',
  browser: 'agent',
  app: 'agent',
  user_agent: 'agent',
  language: 'language',
  referrer: undefined,
};

/** The group of a condition; of one with parts the one that all of them have. */
export function groupOf(condition: VisitCondition): ConditionGroup | undefined {
  if ('all' in condition) return groupOfParts(condition.all);
  if ('any' in condition) return groupOfParts(condition.any);
  if ('not' in condition) return groupOf(condition.not);
  if ('agent' in condition) return 'agent';
  if ('speaks' in condition) return 'language';
  if (!('fact' in condition) || condition.fact === 'address') return undefined;
  const { fact } = condition;
  switch (fact) {
    case 'hour':
    case 'weekday':
    case 'day':
    case 'minute':
      return 'time';
    case 'crawler':
    case 'wechat':
      return 'agent';
    case 'scanned':
      return 'scan';
    default:
      return OF_TEXTS[fact];
  }
}

function groupOfParts(parts: readonly VisitCondition[]): ConditionGroup | undefined {
  const [first, ...others] = parts.map(groupOf);
  return others.every((one) => one === first) ? first : undefined;
}
