import type { ConditionGroup } from './condition-group.ts';
import type { VisitFactsReader } from './visit-rules.ts';

/** Which of up to 64 rules are met, a bit each. */
export interface MetRules {
  low: number;
  high: number;
}

export interface GroupedRule {
  /** Its bit. */
  at: number;
  holds: (visit: VisitFactsReader) => boolean;
}

/** Adds the rules of one group that a visit meets. */
export type AddMet = (visit: VisitFactsReader, met: MetRules) => void;

/** User agents that have a number at once; two words and a mark for each, in each set of rules that asks for them. */
export const NUMBERED_AGENTS = 1024;
/** Places and languages of which it is known which rules they meet. */
const KNOWN_PLACES = 2048;
const KNOWN_LANGUAGES = 64;
const LONGEST_LANGUAGE = 64;

/** Looks at the rules of a group once for what visits have again and again. */
export function knowRules(group: ConditionGroup, rules: readonly GroupedRule[]): AddMet {
  const look: AddMet = (visit, met) => {
    for (const { at, holds } of rules) {
      if (!holds(visit)) continue;
      if (at < 32) met.low |= 1 << at;
      else met.high |= 1 << (at - 32);
    }
  };
  const fresh = (visit: VisitFactsReader): MetRules => {
    const met = { low: 0, high: 0 };
    look(visit, met);
    return met;
  };
  switch (group) {
    case 'agent':
      return byAgent(look, fresh);
    case 'place':
      return byKey((visit) => visit.place(), KNOWN_PLACES, fresh);
    case 'language':
      return byLanguage(
        look,
        byKey((visit) => visit.text('language'), KNOWN_LANGUAGES, fresh),
      );
    case 'scan':
      return byKey((visit) => visit.flag('scanned'), 2, fresh);
    case 'time':
      // Nothing that rules ask of time changes within a minute.
      return byKey((visit) => visit.minuteNumber(), 1, fresh);
  }
}

function byAgent(look: AddMet, fresh: (visit: VisitFactsReader) => MetRules): AddMet {
  let known: { low: Int32Array; high: Int32Array; round: Uint32Array } | undefined;
  return (visit, met) => {
    const agent = visit.agentNumber();
    if (agent < 0) return look(visit, met);
    known ??= {
      low: new Int32Array(NUMBERED_AGENTS),
      high: new Int32Array(NUMBERED_AGENTS),
      round: new Uint32Array(NUMBERED_AGENTS),
    };
    const { high, low, round } = known;
    // Numbers are given out anew in each round, which begin at 1.
    if (round[agent] !== visit.agentRound()) {
      const found = fresh(visit);
      low[agent] = found.low;
      high[agent] = found.high;
      round[agent] = visit.agentRound();
    }
    met.low |= low[agent] as number;
    met.high |= high[agent] as number;
  };
}

function byKey<K>(
  keyOf: (visit: VisitFactsReader) => K,
  most: number,
  fresh: (visit: VisitFactsReader) => MetRules,
): AddMet {
  const known = new Map<K, MetRules>();
  let lastKey: K | undefined;
  let last: MetRules | undefined;
  return (visit, met) => {
    const key = keyOf(visit);
    if (last === undefined || key !== lastKey) {
      last = known.get(key);
      if (last === undefined) {
        last = fresh(visit);
        if (known.size >= most) known.clear();
        known.set(key, last);
      }
      lastKey = key;
    }
    met.low |= last.low;
    met.high |= last.high;
  };
}

/** Strangers write the languages of their browsers themselves: a long one is nobody's twice. */
function byLanguage(look: AddMet, known: AddMet): AddMet {
  return (visit, met) =>
    visit.text('language').length > LONGEST_LANGUAGE ? look(visit, met) : known(visit, met);
}

/** Position of the first rule that is met, or 64. */
export function firstMet({ low, high }: MetRules): number {
  if (low !== 0) return 31 - Math.clz32(low & -low);
  return high === 0 ? 64 : 63 - Math.clz32(high & -high);
}
