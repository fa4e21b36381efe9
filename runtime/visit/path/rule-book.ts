import type { Logger } from '@waypost/sdk';
import { within } from '../links/arena.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { ruleNumberOf } from '../links/record.ts';
import { type CompiledRules, compileRules, type RuleVerdict } from '../rules/visit-rules.ts';
import type { ShieldedVisit } from './shield-gate.ts';
import type { createStateRules } from './state-rules.ts';
import type { Tell } from './tell.ts';
import { tellRules } from './tell-rules.ts';
import type { VisitorFacts } from './visitor-facts.ts';

/** Rules of links, compiled when they are first needed. */
export interface RuleBook {
  /** Number of a link's rules, or -1. */
  numberOf(ordinal: number): number;
  /** What the rules with this number say of a visit; undefined when none matches. */
  judge(number: number, visit: ShieldedVisit): RuleVerdict | undefined;
}

/** Rules of a newer release, or damaged ones, cannot be judged: the visit is refused rather than let through. */
const refuseAll: CompiledRules = () => 'refuse';

export function createRuleBook(options: {
  index: LinkIndex;
  facts: VisitorFacts;
  states: Pick<ReturnType<typeof createStateRules>, 'isScanned'>;
  isPluginActive(plugin: string): boolean;
  log: Logger;
  tell?: Tell | undefined;
}): RuleBook {
  const { index, isPluginActive, log, tell } = options;
  const compiled: (CompiledRules | undefined)[] = [];
  const compile = (number: number): CompiledRules => {
    try {
      return compileRules(index.rules.nameOf(number), isPluginActive, tell && tellRules(tell));
    } catch (error) {
      log.error({ error }, 'rules of a link cannot be read: its visits are refused');
      return refuseAll;
    }
  };
  return {
    numberOf(ordinal) {
      const position = index.recordOf(ordinal);
      return ruleNumberOf(index.arena.bytesAt(position), within(position));
    },
    judge(number, visit) {
      let rules = compiled[number];
      if (rules === undefined) {
        rules = compile(number);
        compiled[number] = rules;
      }
      const { code, isCounted, isFirst, ordinal, place, request, server, userAgent } = visit;
      const facts = options.facts.of(
        request,
        server,
        userAgent,
        () => options.states.isScanned(ordinal, code, request, place),
        // Equal rules are compiled once: those of several links share a mark.
        { isCounted: isCounted && isFirst, scope: ordinal + 1 },
      );
      return rules(facts);
    },
  };
}
