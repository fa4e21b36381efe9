import { type Belief, believe, isDoubted, NOTHING_BELIEVED } from '../watching/belief.ts';
import type { HijackAlert, HijackChange, HijackFound, HijackLook, StoredHijack } from './stored.ts';
import { HIJACK_FACETS, HIJACK_RANKS, type HijackFacet, type HijackState } from './values.ts';

const DOUBTED_MS = 61_000;
/** Share of an interval by which checks are moved, to and fro. */
const SPREAD = 0.1;

export interface HijackJudging {
  now: Date;
  /** From 0 to 1. */
  chance: number;
  /** 0: only when somebody asks; a doubt is followed all the same. */
  everyMs: number;
}

/** What a check changes of a row, and what is to be told of it. */
export interface SettledHijack {
  change: HijackChange;
  alerts: HijackAlert[];
}

/** What a check makes of a name: a change is believed as in watching, after two of three that say so. */
export function settleHijack(
  row: StoredHijack,
  { found }: Pick<HijackLook, 'found'>,
  { now, chance, everyMs }: HijackJudging,
): SettledHijack {
  const beliefs = {} as Record<HijackFacet, Belief>;
  const facets: StoredHijack['facets'] = {};
  const alerts: HijackAlert[] = [];
  for (const facet of HIJACK_FACETS) {
    const before = beliefOf(row, facet);
    const look = found[facet];
    // Each check asks all of them: there is no other one whose word would count more.
    const belief = believe(before, {
      finding: look.finding,
      at: now.getTime(),
      by: '',
      areSeveral: false,
    });
    beliefs[facet] = belief;
    facets[facet] = factsOf(row.facets[facet], look, belief);
    if (belief.is === before.is) continue;
    const key = `${facet} ${belief.is} ${now.toISOString()}`;
    if (belief.is === 'bad') alerts.push({ key, kind: 'differs', facet });
    else if (before.is === 'bad') alerts.push({ key, kind: 'expected', facet });
  }
  const all = Object.values(beliefs);
  const state = stateOf(all);
  const isDoubtful = all.some(isDoubted);
  const waitMs = isDoubtful
    ? DOUBTED_MS * (1 + SPREAD * chance)
    : everyMs * (1 - SPREAD + 2 * SPREAD * chance);
  return {
    alerts,
    change: {
      answers: beliefs.answers.is,
      site: beliefs.site.is,
      facets,
      state,
      rank: HIJACK_RANKS[state],
      votes: { answers: beliefs.answers.votes, site: beliefs.site.votes },
      checked_time: now,
      next_check_time: waitMs === 0 ? null : new Date(now.getTime() + waitMs),
    },
  };
}

/** What is believed once somebody has said that what was found is right: nothing has to be waited for. */
export function acceptedChange(row: StoredHijack, found: HijackLook['found'], now: Date): HijackChange {
  const at = now.getTime();
  const facets: StoredHijack['facets'] = {};
  const votes: StoredHijack['votes'] = {};
  const beliefs: Belief[] = [];
  for (const facet of HIJACK_FACETS) {
    const isKnown = found[facet].finding !== 'unknown';
    const belief: Belief = isKnown
      ? { is: 'good', since: at, votes: [{ at, is: 'good', by: '' }] }
      : beliefOf(row, facet);
    beliefs.push(belief);
    votes[facet] = belief.votes;
    facets[facet] = isKnown
      ? factsOf(undefined, { finding: 'good', fault: '' }, belief)
      : (row.facets[facet] ?? factsOf(undefined, found[facet], belief));
  }
  const state = stateOf(beliefs);
  const [answers, site] = beliefs;
  return {
    facets,
    votes,
    state,
    rank: HIJACK_RANKS[state],
    answers: answers?.is ?? 'unknown',
    site: site?.is ?? 'unknown',
  };
}

function beliefOf(row: StoredHijack, facet: HijackFacet): Belief {
  const since = row.facets[facet]?.since ?? null;
  return {
    ...NOTHING_BELIEVED,
    is: row[facet],
    since: since === null ? null : Date.parse(since),
    votes: row.votes[facet] ?? [],
  };
}

function factsOf(
  before: StoredHijack['facets'][HijackFacet],
  { finding, fault }: HijackFound,
  { since }: Belief,
): NonNullable<StoredHijack['facets'][HijackFacet]> {
  return {
    finding,
    fault,
    known_fault: finding === 'unknown' ? (before?.known_fault ?? fault) : fault,
    since: since === null ? null : new Date(since).toISOString(),
  };
}

function stateOf(beliefs: readonly Belief[]): HijackState {
  if (beliefs.some(({ is }) => is === 'bad')) return 'differs';
  if (beliefs.some(isDoubted)) return 'doubted';
  return beliefs.some(({ is }) => is === 'good') ? 'good' : 'unknown';
}
