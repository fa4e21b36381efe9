import type { TriedCondition } from '@waypost/sdk';
import type { ShieldWatch } from '../rules/shield-rules.ts';
import type { Tell } from './tell.ts';
import { seenBy } from './tell-rules.ts';

/** Tells rules of a shield as they are looked at, each with the conditions that decided it. */
export function tellShield(tell: Tell, isPlatform: boolean): ShieldWatch {
  let conditions: TriedCondition[] = [];
  return {
    condition(condition, { holds, isNegated, visit }) {
      conditions.push({ condition, seen: seenBy(condition, visit), holds, is_negated: isNegated });
    },
    rule(number, { kind, verdict, says }) {
      tell({
        check: 'shield',
        is_platform: isPlatform,
        number,
        kind,
        verdict,
        conditions,
        does: says?.does ?? null,
        target: says?.does === 'lead' ? says.target.address : null,
        is_refused: says?.does === 'refuse',
      });
      conditions = [];
    },
  };
}
