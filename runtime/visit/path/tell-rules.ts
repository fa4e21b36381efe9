import type { VisitCondition } from '@waypost/contract';
import type { TriedCondition } from '@waypost/sdk';
import { formatAddress } from '../../sdk/address.ts';
import type { RuleWatch, VisitFactsReader } from '../rules/visit-rules.ts';
import type { Tell } from './tell.ts';

/** Tells rules as they are looked at, each with the conditions that decided it. */
export function tellRules(tell: Tell): RuleWatch {
  let conditions: TriedCondition[] = [];
  return {
    condition(condition, { holds, isNegated, visit }) {
      conditions.push({ condition, seen: seenBy(condition, visit), holds, is_negated: isNegated });
    },
    rule(number, { kind, verdict, leads }) {
      const isRefused = leads === 'refuse';
      const target = leads === undefined || leads === 'refuse' ? null : leads.address;
      tell({ check: 'rule', number, kind, verdict, conditions, target, is_refused: isRefused });
      conditions = [];
    },
  };
}

/** The value of a visit that a condition goes by. */
export function seenBy(condition: VisitCondition, visit: VisitFactsReader): TriedCondition['seen'] {
  if ('speaks' in condition) return visit.text('language');
  if ('agent' in condition) return visit.text('user_agent');
  if (!('fact' in condition)) return null;
  const { fact } = condition;
  switch (fact) {
    case 'address':
      return formatAddress(visit.address());
    case 'hour':
    case 'weekday':
    case 'day':
    case 'minute':
      return visit.number(fact);
    case 'crawler':
    case 'scanned':
    case 'wechat':
      return visit.flag(fact);
    default:
      return visit.text(fact);
  }
}
