import {
  compileAgentPattern,
  normalizeTarget,
  type VisitCondition,
  type VisitFlagFact,
  type VisitNumberFact,
  type VisitTextFact,
  zVisitRule,
} from '@waypost/contract';
import { z } from 'zod';
import { type AddressRange, createRangeCheck, parseRange } from '../../sdk/address.ts';
import { targetKey } from '../links/compiled-link.ts';
import { addressHash } from './host-name.ts';

/** What is known of one visit. Each fact is found out when it is first asked for. */
export interface VisitFactsReader {
  text(fact: VisitTextFact): string;
  number(fact: VisitNumberFact): number;
  flag(fact: VisitFlagFact): boolean;
  /** 16 bytes. */
  address(): Uint8Array;
  /** The user agent as patterns are held against it. */
  lowerAgent(): string;
  /** A small number for the user agent, the same until the next round; -1 where it has none. */
  agentNumber(): number;
  agentRound(): number;
  /** Stands for all that is known of the place of an address: of one place it is the same object, mostly. */
  place(): object;
  /** Minutes since 1970. */
  minuteNumber(): number;
  /** Uniform in [0, 1000), anew at each call. */
  draw(): number;
  /** How often the address has come within so many seconds to where the rule with this mark was looked at, this visit included. */
  visitsWithin(mark: RateMark, seconds: number): number;
}

/** Tells the rates of one rule from those of others. */
export type RateMark = Readonly<Record<never, never>>;

/** Where a rule leads to, as a target of the link would be. */
export interface RuleTarget {
  address: string;
  key: number;
  hostHash: number;
}

/** What a matching rule says: refuse, or lead elsewhere. */
export type RuleVerdict = 'refuse' | RuleTarget;

/** The first rule that matches decides; undefined when none does. */
export type CompiledRules = (visit: VisitFactsReader) => RuleVerdict | undefined;

type Check = (visit: VisitFactsReader) => boolean;

/** Looks on while rules are judged. There is none where visits are answered. */
export interface RuleWatch {
  /** A condition without parts was looked at. `isNegated`: the rule wants that it does not hold. */
  condition(
    condition: VisitCondition,
    seen: { holds: boolean; isNegated: boolean; visit: VisitFactsReader },
  ): void;
  /** A rule was judged. `leads`: what it says, where it is met. `off`: its plugin is. */
  rule(
    number: number,
    judged: { kind: string; verdict: 'met' | 'unmet' | 'off'; leads: RuleVerdict | undefined },
  ): void;
}

/**
 * Compiles what `encodeRules` wrote.
 * @param isPluginOn whether the plugin that a kind is of is active; rules of others are passed over
 * @throws z.ZodError, RangeError when the text holds no rules
 */
export function compileRules(
  text: string,
  isPluginOn: (plugin: string) => boolean,
  watch?: RuleWatch,
): CompiledRules {
  const rules = z
    .array(zVisitRule)
    .parse(JSON.parse(text))
    .map(({ kind, condition, action }, number) => ({
      kind,
      number,
      plugin: kind.slice(0, kind.indexOf('.')),
      holds: compileCondition(condition, watch),
      verdict: 'target' in action ? ruleTarget(action.target) : ('refuse' as const),
    }));
  return (visit) => {
    let asked: string | undefined;
    let isOn = false;
    for (const { plugin, holds, verdict, kind, number } of rules) {
      if (plugin !== asked) {
        isOn = isPluginOn(plugin);
        asked = plugin;
      }
      const isMet = isOn && holds(visit);
      watch?.rule(number, {
        kind,
        verdict: isMet ? 'met' : isOn ? 'unmet' : 'off',
        leads: isMet ? verdict : undefined,
      });
      if (isMet) return verdict;
    }
    return undefined;
  };
}

/** Throws RangeError for an address that is not allowed. */
export function ruleTarget(url: string): RuleTarget {
  const address = normalizeTarget(url);
  if (address === undefined) throw new RangeError(`target "${url}" is not allowed`);
  return { address, key: targetKey(address, 0), hostHash: addressHash(address) };
}

/** A condition as a function of a visit. */
export function compileCondition(condition: VisitCondition, watch?: RuleWatch, isNegated = false): Check {
  if ('all' in condition) {
    const parts = condition.all.map((part) => compileCondition(part, watch, isNegated));
    return (visit) => {
      for (const holds of parts) if (!holds(visit)) return false;
      return true;
    };
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compileCondition(part, watch, isNegated));
    return (visit) => {
      for (const holds of parts) if (holds(visit)) return true;
      return false;
    };
  }
  if ('not' in condition) {
    const part = compileCondition(condition.not, watch, !isNegated);
    return (visit) => !part(visit);
  }
  const check = compileLeaf(condition);
  if (watch === undefined) return check;
  return (visit) => {
    const holds = check(visit);
    watch.condition(condition, { holds, isNegated, visit });
    return holds;
  };
}

/** A condition without parts. */
type Leaf = Exclude<VisitCondition, { all: unknown } | { any: unknown } | { not: unknown }>;

function compileLeaf(condition: Leaf): Check {
  if ('share' in condition) {
    const share = condition.share as number;
    return (visit) => visit.draw() < share;
  }
  if ('within' in condition) return isWithin(condition.within as string[]);
  if ('agent' in condition) return meetsAgent(condition.agent as string[]);
  if ('rate' in condition) {
    const { rate, seconds } = condition as { rate: number; seconds: number };
    const mark: RateMark = {};
    return (visit) => visit.visitsWithin(mark, seconds) > rate;
  }
  if ('speaks' in condition) return speaks(condition.speaks as string[]);
  if ('contains' in condition) {
    const { fact } = condition;
    const texts = (condition.contains as string[]).map((text) => text.toLowerCase());
    return remembering(fact, (value) => {
      const lower = value.toLowerCase();
      return texts.some((text) => lower.includes(text));
    });
  }
  if ('is' in condition) {
    const { fact, is } = condition;
    return (visit) => visit.text(fact) === is;
  }
  if ('from' in condition) return isBetween(condition.fact, condition.from as number, condition.to as number);
  if ('in' in condition) return isAmong(condition.fact, condition.in as (string | number)[]);
  const { fact } = condition;
  return (visit) => visit.flag(fact);
}

function meetsAgent(patterns: readonly string[]): Check {
  const compiled = patterns.map(compileAgentPattern);
  return (visit) => {
    const agent = visit.lowerAgent();
    for (const meets of compiled) if (meets(agent)) return true;
    return false;
  };
}

function speaks(languages: readonly string[]): Check {
  const whole = languages.map((language) => language.toLowerCase());
  const beginnings = whole.map((language) => `${language}-`);
  return remembering('language', (value) => {
    const spoken = value.toLowerCase();
    for (let at = 0; at < whole.length; at++)
      if (spoken === whole[at] || spoken.startsWith(beginnings[at] as string)) return true;
    return false;
  });
}

/** Texts of which a condition remembers whether they meet it: each of many thousand rules does. */
const REMEMBERED = 64;
/** Letters of a text that is remembered: strangers write the languages of their browsers themselves. */
const LONGEST = 64;
/** What strangers write is another text each time. */
const UNLIKE: ReadonlySet<VisitTextFact> = new Set(['user_agent', 'referrer']);

/** Looks at a text once where visits have the same ones again and again. */
function remembering(fact: VisitTextFact, holds: (value: string) => boolean): Check {
  if (UNLIKE.has(fact)) return (visit) => holds(visit.text(fact));
  const known = new Map<string, boolean>();
  return (visit) => {
    const value = visit.text(fact);
    if (value.length > LONGEST) return holds(value);
    let answer = known.get(value);
    if (answer === undefined) {
      answer = holds(value);
      if (known.size >= REMEMBERED) known.clear();
      known.set(value, answer);
    }
    return answer;
  };
}

function isBetween(fact: VisitNumberFact, from: number, to: number): Check {
  if (from <= to)
    return (visit) => {
      const value = visit.number(fact);
      return value >= from && value <= to;
    };
  return (visit) => {
    const value = visit.number(fact);
    return value >= from || value <= to;
  };
}

function isAmong(fact: VisitTextFact | VisitNumberFact, values: (string | number)[]): Check {
  const known: ReadonlySet<string | number> = new Set(values);
  if (isNumberFact(fact)) return (visit) => known.has(visit.number(fact));
  return (visit) => known.has(visit.text(fact));
}

function isNumberFact(fact: VisitTextFact | VisitNumberFact): fact is VisitNumberFact {
  return fact === 'hour' || fact === 'weekday' || fact === 'day' || fact === 'minute';
}

function isWithin(texts: readonly string[]): Check {
  const ranges: AddressRange[] = texts.map((text) => {
    const range = parseRange(text);
    if (range === undefined) throw new RangeError(`"${text}" is no address range`);
    return range;
  });
  const isIn = createRangeCheck(ranges);
  return (visit) => isIn(visit.address());
}
