import {
  VISIT_SHIELD_MAX_RULES,
  type VisitCondition,
  type VisitShieldPage,
  visitShieldRule,
} from '@waypost/contract';
import { z } from 'zod';
import { groupOf } from './condition-group.ts';
import { firstMet, knowRules, type MetRules } from './known-rules.ts';
import {
  compileCondition,
  type RuleTarget,
  type RuleWatch,
  ruleTarget,
  type VisitFactsReader,
} from './visit-rules.ts';

/** What the rule that decided says. */
export type ShieldVerdict =
  | { does: 'allow'; number: number }
  | { does: 'refuse'; number: number; page: VisitShieldPage }
  | { does: 'lead'; number: number; target: RuleTarget };

/** The link that is visited, asked about where a rule is kept to some. */
export interface ShieldedLink {
  /** 24 hex digits. */
  id(): string;
  /** The group that its code is in, 24 hex digits; empty: in none. */
  group(): string;
}

/** The first rule that is met decides; undefined where none is. */
export type CompiledShield = (visit: VisitFactsReader, link: ShieldedLink) => ShieldVerdict | undefined;

/** Looks on while rules are judged, as of a link's. */
export type ShieldWatch = Pick<RuleWatch, 'condition'> & {
  rule(
    number: number,
    judged: { kind: string; verdict: 'met' | 'unmet' | 'off'; says?: ShieldVerdict },
  ): void;
};

interface Rule {
  at: number;
  kind: string;
  plugin: string;
  condition: VisitCondition;
  /** Codes and groups that it is kept to; undefined: it holds for all. */
  kept: { links: ReadonlySet<string>; groups: ReadonlySet<string> } | undefined;
  verdict: ShieldVerdict;
}

const holdsFor = ({ kept }: Rule, link: ShieldedLink): boolean =>
  kept === undefined || kept.links.has(link.id()) || (kept.groups.size > 0 && kept.groups.has(link.group()));

/**
 * Compiles the rules that `compileShield` wrote.
 * @param isPluginOn whether the plugin that a kind is of is active; rules of others are passed over
 * @param watch is told of each rule that is looked at, one by one; left out where visits are answered, which know most answers
 * @throws z.ZodError, RangeError when the text holds no rules
 */
export function compileShieldRules(
  text: string,
  isPluginOn: (plugin: string) => boolean,
  watch?: ShieldWatch,
): CompiledShield {
  const rules = z
    .array(visitShieldRule)
    .max(VISIT_SHIELD_MAX_RULES)
    .parse(JSON.parse(text))
    .map(
      ({ action, condition, groups, kind, links, number }, at): Rule => ({
        at,
        kind,
        condition,
        plugin: kind.slice(0, kind.indexOf('.')),
        kept:
          links === undefined && groups === undefined
            ? undefined
            : { links: new Set(links), groups: new Set(groups) },
        verdict: verdictOf(number, action),
      }),
    );
  return watch === undefined ? decideByGroups(rules, isPluginOn) : decideInTurn(rules, isPluginOn, watch);
}

function decideInTurn(
  rules: readonly Rule[],
  isPluginOn: (plugin: string) => boolean,
  watch: ShieldWatch,
): CompiledShield {
  const compiled = rules.map((rule) => ({ ...rule, holds: compileCondition(rule.condition, watch) }));
  return (visit, link) => {
    for (const rule of compiled) {
      if (!holdsFor(rule, link)) continue;
      const { at, holds, kind, plugin, verdict } = rule;
      const isOn = isPluginOn(plugin);
      const isMet = isOn && holds(visit);
      if (isMet) watch.rule(at, { kind, verdict: 'met', says: verdict });
      else watch.rule(at, { kind, verdict: isOn ? 'unmet' : 'off' });
      if (isMet) return verdict;
    }
    return undefined;
  };
}

/** Most rules ask for what visits have again and again: what they say of it is known. The others are looked at one by one, as far as those leave it open. */
function decideByGroups(rules: readonly Rule[], isPluginOn: (plugin: string) => boolean): CompiledShield {
  const compiled = rules.map((rule) => ({
    ...rule,
    group: groupOf(rule.condition),
    holds: compileCondition(rule.condition),
  }));
  const known = [...Map.groupBy(compiled, ({ group }) => group)].flatMap(([group, some]) =>
    group === undefined ? [] : [knowRules(group, some)],
  );
  const others = compiled.filter(({ group }) => group === undefined);
  const met: MetRules = { low: 0, high: 0 };
  const isInForce = (rule: Rule, link: ShieldedLink): boolean =>
    isPluginOn(rule.plugin) && holdsFor(rule, link);
  return (visit, link) => {
    met.low = 0;
    met.high = 0;
    for (const add of known) add(visit, met);
    let first = firstMet(met);
    while (first < NONE && !isInForce(compiled[first] as Rule, link)) {
      if (first < 32) met.low &= met.low - 1;
      else met.high &= met.high - 1;
      first = firstMet(met);
    }
    for (const rule of others) {
      if (rule.at > first) break;
      if (isInForce(rule, link) && rule.holds(visit)) return rule.verdict;
    }
    return compiled[first]?.verdict;
  };
}

/** What `firstMet` says where no rule is. */
const NONE = 64;

function verdictOf(number: number, action: z.output<typeof visitShieldRule>['action']): ShieldVerdict {
  if ('allow' in action) return { does: 'allow', number };
  if ('refuse' in action) return { does: 'refuse', number, page: action.refuse };
  return { does: 'lead', number, target: ruleTarget(action.target) };
}
