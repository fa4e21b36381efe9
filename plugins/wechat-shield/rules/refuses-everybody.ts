import { agentOfPatterns, compileAgentPattern, VISIT_APPS } from '@waypost/contract';
import { rangeOf } from './address-range.ts';
import type { ACTIONS, AskedRule, RuleKindName } from './values.ts';
import { DEVICES } from './values.ts';

/** A rule as far as it matters to who gets through. */
export interface DecidingRule extends AskedRule {
  does: (typeof ACTIONS)[number];
  /** Codes and groups of codes that it holds for; both empty: all. */
  codes: readonly string[];
  groups: readonly string[];
}

/**
 * Whether rules, in their order, refuse every visit there can be, of all codes or of one that a rule names. Kinds ask about different
 * things, so that a visit is free in each of them: everybody is refused when for nothing that lets visits through (a rule that allows or
 * leads elsewhere, or the end of the list) a visit can be thought of that gets there.
 */
export function refusesEverybody(rules: readonly DecidingRule[]): boolean {
  return holdingSets(rules).some(refusesAll);
}

/**
 * The rules that hold for a code, in their order: for one that no rule names, for each that one names, and for one of each group. That
 * a named code is in a named group, too, is not looked at: it may leave it at any time.
 */
function holdingSets(rules: readonly DecidingRule[]): DecidingRule[][] {
  const codes = new Set(rules.flatMap((rule) => rule.codes));
  const groups = new Set(rules.flatMap((rule) => rule.groups));
  const toAll = (rule: DecidingRule) => rule.codes.length === 0 && rule.groups.length === 0;
  const sets = [
    rules.filter(toAll),
    ...[...codes].map((code) => rules.filter((rule) => toAll(rule) || rule.codes.includes(code))),
    ...[...groups].map((group) => rules.filter((rule) => toAll(rule) || rule.groups.includes(group))),
  ];
  // Many codes are named by the same rules.
  return [...new Map(sets.map((set) => [set.map((rule) => rules.indexOf(rule)).join(), set])).values()];
}

function refusesAll(rules: readonly DecidingRule[]): boolean {
  const isReached = reachable(rules);
  return [...rules.keys(), rules.length].every((at) => rules[at]?.does === 'refuse' || !isReached(at));
}

/**
 * Rules that no visit ever gets to, because those above take them all, each with the first that does so by itself; undefined where
 * several do together.
 */
export function hiddenRules<R extends DecidingRule>(rules: readonly R[]): Map<R, R | undefined> {
  const sets = holdingSets(rules);
  const reached = new Set(
    sets.flatMap((set) => {
      const isReached = reachable(set);
      return set.filter((_rule, at) => isReached(at));
    }),
  );
  const hidden = rules.filter((rule) => !reached.has(rule));
  return new Map(
    hidden.map((rule) => {
      const holding = sets.filter((set) => set.includes(rule));
      const by = rules
        .slice(0, rules.indexOf(rule))
        .find((above) => holding.every((set) => set.includes(above)) && !reachable([above, rule])(1));
      return [rule, by] as const;
    }),
  );
}

/** Whether a visit can meet the rule at a position and none before it; behind the last: none at all. */
function reachable(rules: readonly DecidingRule[]): (at: number) => boolean {
  const things = Object.values(THINGS).flatMap(({ kinds, visitsFor }) => {
    const about = rules.flatMap((rule, at) => (kinds.includes(rule.kind) ? [{ rule, at }] : []));
    if (about.length === 0) return [];
    const visits = visitsFor(about.map(({ rule }) => rule));
    // Which of the rules about this thing a visit meets first.
    const firsts = new Set(
      visits.map((meets) => about.find(({ rule }) => meets(rule))?.at ?? Number.POSITIVE_INFINITY),
    );
    return [{ kinds, firsts, last: Math.max(...firsts) }];
  });
  return (at) => {
    const kind = rules[at]?.kind;
    return things.every(({ firsts, kinds, last }) =>
      kind !== undefined && kinds.includes(kind) ? firsts.has(at) : last > at,
    );
  };
}

/** Whether a visit that is thought of is one that a rule is about. */
type Meets = (rule: DecidingRule) => boolean;

interface Thing {
  kinds: readonly RuleKindName[];
  /** Visits that differ in this alone: enough that whatever rules can tell apart is among them. */
  visitsFor(rules: readonly DecidingRule[]): Meets[];
}

const negatable =
  (meets: Meets): Meets =>
  (rule) =>
    meets(rule) !== (rule.matches === 'others' && rule.kind !== 'rate');

const AGENTS = [
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.40',
];
const WECHAT = 'micromessenger';
/** Apps that name it in their user agents. */
const OF_WECHAT: ReadonlySet<string> = new Set(['wechat', 'wecom']);
/** Apps where no rule tells them apart. */
const ONE_OF_EACH = ['wechat', 'browser'] as const;

const THINGS: Readonly<Record<string, Thing>> = {
  agent: {
    kinds: ['agent', 'wechat', 'app'],
    visitsFor: (rules) => {
      const ofAgents = rules.filter(({ kind }) => kind === 'agent');
      const known = new Map(ofAgents.map((rule) => [rule, rule.patterns.map(compileAgentPattern)]));
      const texts = ofAgents.map(({ patterns }) => patterns.map((pattern) => pattern.replaceAll('*', '')));
      const said = [...AGENTS, ...texts.flat(), ...beginnings(texts)];
      const apps = rules.some(({ kind }) => kind === 'app') ? VISIT_APPS : ONE_OF_EACH;
      return [...said, ...said.map((text) => `${text} MicroMessenger/8.0`)].flatMap((text) => {
        const agent = agentOfPatterns(text);
        const isWeChat = agent.includes(WECHAT);
        const meetsPattern = remembered((rule) => (known.get(rule) ?? []).some((meets) => meets(agent)));
        return apps
          .filter((app) => OF_WECHAT.has(app) === isWeChat)
          .map((app) =>
            negatable((rule) => {
              if (rule.kind === 'app') return rule.apps.includes(app);
              return rule.kind === 'wechat' ? isWeChat : meetsPattern(rule);
            }),
          );
      });
    },
  },
  system: {
    kinds: ['system'],
    visitsFor: (rules) => {
      const names = rules.map(({ systems }) => systems);
      return ['', ...names.flat(), ...beginnings(names)].map((name) =>
        negatable(({ systems }) => hasPart(name, systems)),
      );
    },
  },
  language: {
    kinds: ['language'],
    // Whatever somebody speaks, of the languages named the closest one stands for it.
    visitsFor: (rules) =>
      ['', ...rules.flatMap(({ languages }) => languages)].map((spoken) =>
        negatable(({ languages }) => languages.some((language) => isPartOf(spoken, language))),
      ),
  },
  scan: { kinds: ['scan'], visitsFor: () => [true, false].map((isScanned) => negatable(() => isScanned)) },
  rate: {
    kinds: ['rate'],
    // Whoever comes for the first time comes at no rate; who is past one limit is past those that allow less in a longer time.
    visitsFor: (rules) => [
      () => false,
      ...rules.map(
        ({ seconds, visits }): Meets =>
          (rule) =>
            rule.visits <= visits && rule.seconds >= seconds,
      ),
    ],
  },
  device: {
    kinds: ['device'],
    visitsFor: () => DEVICES.map((device) => negatable(({ devices }) => devices.includes(device))),
  },
  isp: {
    kinds: ['isp'],
    visitsFor: (rules) => {
      const names = rules.map(({ isps }) => isps);
      return ['', ...names.flat(), ...beginnings(names)].map((name) =>
        negatable(({ isps }) => hasPart(name, isps)),
      );
    },
  },
  region: {
    kinds: ['region'],
    visitsFor: (rules) => {
      const places = rules.map(({ places: some }) => some);
      const countries = ['', ...new Set(rules.flatMap(({ countries: some }) => some))];
      return countries.flatMap((country) =>
        ['', ...new Set(places.flat()), ...beginnings(places)].map((place) =>
          negatable((rule) => rule.countries.includes(country) || hasPart(place, rule.places)),
        ),
      );
    },
  },
  addresses: {
    kinds: ['addresses'],
    visitsFor: (rules) => {
      const ranges = rules.flatMap(({ networks }) => networks.map(rangeOf));
      // Between two ends nothing changes: the ends, and what lies beside them, are all there is.
      const addresses = ranges.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n]);
      const ends = [0n, rangeOf('0.0.0.0').first, rangeOf('255.255.255.255').first, (1n << 128n) - 1n];
      const known = new Map(rules.map((rule) => [rule, rule.networks.map(rangeOf)]));
      return [...new Set([...addresses, ...ends])]
        .filter((address) => address >= 0n && address < 1n << 128n)
        .map((address) =>
          negatable((rule) =>
            (known.get(rule) ?? []).some(({ first, last }) => address >= first && address <= last),
          ),
        );
    },
  },
  hours: {
    kinds: ['hours'],
    visitsFor: (rules) => {
      const minutes = new Set(rules.flatMap(({ from, to }) => [from, (to + 1) % 1440, 0]));
      return (['1', '2', '3', '4', '5', '6', '7'] as const).flatMap((day) =>
        [...minutes].map((minute) =>
          negatable(
            ({ from, to, weekdays }) =>
              weekdays.includes(day) &&
              (from <= to ? minute >= from && minute <= to : minute >= from || minute <= to),
          ),
        ),
      );
    },
  },
};

/** All that the first rule names in one text, all that the first two name, and so on. */
const beginnings = (lists: readonly (readonly string[])[]): string[] =>
  lists.map((_list, at) =>
    lists
      .slice(0, at + 1)
      .flat()
      .join(' '),
  );

/** Asks once of each rule. */
function remembered(meets: Meets): Meets {
  const known = new Map<DecidingRule, boolean>();
  return (rule) => {
    const answer = known.get(rule) ?? meets(rule);
    known.set(rule, answer);
    return answer;
  };
}

function hasPart(text: string, parts: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return parts.some((part) => lower.includes(part.toLowerCase()));
}

/** Whether a language is another one, or one of its regions. */
function isPartOf(spoken: string, language: string): boolean {
  return `${spoken.toLowerCase()}-`.startsWith(`${language.toLowerCase()}-`);
}
