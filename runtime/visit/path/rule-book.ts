import type { Logger } from '@waypost/sdk';
import type { LinkIndex } from '../links/link-index.ts';
import { type CompiledRules, compileRules, type RuleVerdict } from '../rules/visit-rules.ts';
import type { Tell } from './tell.ts';
import { tellRules } from './tell-rules.ts';
import type { VisitorFacts } from './visitor-facts.ts';

/** Rules of links, compiled when they are first needed. */
export interface RuleBook {
  /** What the rules with this number say of a visit; undefined when none matches. */
  judge(number: number, facts: VisitorFacts): RuleVerdict | undefined;
}

/** Rules of a newer release, or damaged ones, cannot be judged: the visit is refused rather than let through. */
const refuseAll: CompiledRules = () => 'refuse';

export function createRuleBook(options: {
  index: LinkIndex;
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
    judge(number, facts) {
      let rules = compiled[number];
      if (rules === undefined) {
        rules = compile(number);
        compiled[number] = rules;
      }
      return rules(facts);
    },
  };
}
