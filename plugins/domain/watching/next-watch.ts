import type { Alert } from '../screens/domain_monitor/resource.ts';
import { type Belief, believe, isDoubted } from './belief.ts';
import { reminder } from './reminders.ts';
import type { Looked, StoredWatch, WatchChange } from './stored.ts';
import { FACETS, type Facet, type Found, RANKS, VISIT_FACETS, type WatchState } from './values.ts';

const DOUBTED_MS = 61_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Share of an interval by which looks are moved, to and fro. */
const SPREAD = 0.1;

export interface Judging {
  now: Date;
  /** From 0 to 1. */
  chance: number;
  intervalMs: number;
  areSeveral: boolean;
  isSafe: boolean;
}

/** What a look changes of a row, and what is to be told of it. */
export interface Settled {
  change: WatchChange;
  alerts: Alert[];
  /** Facets that were looked at, for the history. */
  found: Looked['found'];
  /** Since the look before, milliseconds in which visits did not arrive. */
  downMs: number;
}

/** Which of what is not looked at each time has its time now. */
export function planOf(row: StoredWatch, now: Date): { certificate: boolean; registration: boolean } {
  const isDue = (facet: Facet, time: Date | null, everyMs: number) =>
    time === null || Math.abs(now.getTime() - time.getTime()) >= everyMs || isDoubted(beliefOf(row, facet));
  return {
    certificate: isDue('certificate', row.certificate_time, HOUR_MS),
    registration: isDue('registration', row.registration_time, DAY_MS),
  };
}

/** What a look makes of a name. */
export function settle(row: StoredWatch, looked: Looked, judging: Judging): Settled {
  const { now } = judging;
  const found = looked.found;
  const beliefs = new Map<Facet, Belief>();
  const facets: StoredWatch['facets'] = {};
  for (const facet of FACETS) {
    const isWatched = judging.isSafe || (facet !== 'https' && facet !== 'certificate');
    const look = isWatched ? found[facet] : undefined;
    const before = isWatched ? beliefOf(row, facet) : { is: 'unknown' as const, since: null, votes: [] };
    const belief =
      look === undefined
        ? before
        : believe(before, {
            finding: look.finding,
            by: look.by,
            at: now.getTime(),
            areSeveral: judging.areSeveral && facet === 'dns',
          });
    beliefs.set(facet, belief);
    facets[facet] = factsOf({ row, facet, look, belief, isWatched, now });
  }
  const is = (facet: Facet) => beliefs.get(facet)?.is ?? 'unknown';
  const cause = FACETS.find((facet) => is(facet) === 'bad') ?? '';
  const ends = endsOf(row, looked, now);
  const isDoubtful = [...beliefs.values()].some(isDoubted);
  const state = stateOf([...beliefs.values()], { isEnding: ends.isEnding });
  const waitMs = isDoubtful
    ? DOUBTED_MS * (1 + SPREAD * judging.chance)
    : judging.intervalMs * (1 - SPREAD + 2 * SPREAD * judging.chance);
  const isWorking = VISIT_FACETS.every((facet) => is(facet) !== 'bad');
  const isKnown = VISIT_FACETS.some((facet) => is(facet) !== 'unknown');
  const alerts = [...changeAlerts(row, cause, { now, isWorking, isKnown }), ...ends.alerts];
  return {
    found,
    alerts,
    downMs: downOf(row, judging),
    change: {
      ...Object.fromEntries(FACETS.map((facet) => [facet, is(facet)])),
      facets,
      state,
      rank: RANKS[state],
      cause,
      votes: Object.fromEntries(FACETS.map((facet) => [facet, beliefs.get(facet)?.votes ?? []])),
      ...(cause === row.cause ? {} : { cause_time: now }),
      ...(isKnown ? { told_working: isWorking } : {}),
      checked_time: now,
      next_check_time: new Date(now.getTime() + waitMs),
      ...(looked.addresses === undefined ? {} : { addresses: [...looked.addresses] }),
      ...ends.change,
      resolver: looked.resolver,
      ...(found.certificate === undefined ? {} : { certificate_time: now }),
      ...(found.registration === undefined ? {} : { registration_time: now }),
    },
  };
}

export function beliefOf(row: StoredWatch, facet: Facet): Belief {
  const since = row.facets[facet]?.since ?? null;
  return {
    is: row[facet],
    since: since === null ? null : Date.parse(since),
    votes: row.votes[facet] ?? [],
  };
}

type FacetFacts = NonNullable<StoredWatch['facets'][Facet]>;
const NOTHING_SEEN: FacetFacts = {
  finding: 'unknown',
  fault: 'not_looked',
  known_fault: 'not_looked',
  time: null,
  since: null,
  ms: null,
};

function factsOf(given: {
  row: StoredWatch;
  facet: Facet;
  look: Found | undefined;
  belief: Belief;
  isWatched: boolean;
  now: Date;
}): FacetFacts {
  const { row, facet, look, belief, isWatched, now } = given;
  if (!isWatched) return { ...NOTHING_SEEN, fault: 'not_watched', known_fault: 'not_watched' };
  const before = row.facets[facet] ?? NOTHING_SEEN;
  const since = belief.since === null ? null : new Date(belief.since).toISOString();
  if (look === undefined) return { ...before, since };
  const { finding, fault, ms } = look;
  const known_fault = finding === 'unknown' ? before.known_fault : fault;
  return { finding, fault, known_fault, time: now.toISOString(), since, ms };
}

function stateOf(beliefs: readonly Belief[], { isEnding }: { isEnding: boolean }): WatchState {
  if (beliefs.some(({ is }) => is === 'bad')) return 'failing';
  if (beliefs.some((belief) => belief.is === 'good' && isDoubted(belief))) return 'doubted';
  if (isEnding) return 'ending';
  const visits = beliefs.slice(0, VISIT_FACETS.length);
  return visits.every(({ is }) => is === 'unknown') ? 'unknown' : 'working';
}

/** One for each change of what explains it: what fails because of something else is not told beside it. */
function changeAlerts(
  row: StoredWatch,
  cause: Facet | '',
  { now, isWorking, isKnown }: { now: Date; isWorking: boolean; isKnown: boolean },
): Alert[] {
  const at = now.toISOString();
  const alert = (kind: Alert['kind'], facet: Facet): Alert => ({
    key: `${kind} ${facet} ${at}`,
    kind,
    facet,
    at,
    until: '',
  });
  if (cause !== row.cause)
    return cause === '' ? [alert('working', row.cause || 'dns')] : [alert('failing', cause)];
  // Nobody is told, but the row of the domain is brought in line.
  return isKnown && row.told_working !== isWorking ? [alert('settled', 'dns')] : [];
}

function endsOf(
  row: StoredWatch,
  { certificate, registration }: Looked,
  now: Date,
): { change: WatchChange; alerts: Alert[]; isEnding: boolean } {
  const change: WatchChange = {};
  if (certificate !== undefined)
    Object.assign(change, { certificate_until: certificate.until, certificate_issuer: certificate.issuer });
  if (registration !== undefined)
    Object.assign(change, {
      registration_until: registration.until,
      registration_status: [...registration.status],
    });
  const lifetimeMs =
    certificate === undefined ? undefined : certificate.until.getTime() - certificate.from.getTime();
  const ends = [
    reminder(row.reminded.certificate, { until: certificate?.until, lifetimeMs, now }),
    reminder(row.reminded.registration, {
      until: registration?.until ?? undefined,
      lifetimeMs: undefined,
      now,
    }),
  ] as const;
  const kinds = ['certificate', 'registration'] as const;
  const alerts: Alert[] = [];
  const reminded = { ...row.reminded };
  for (const [index, facet] of kinds.entries()) {
    const end = ends[index];
    if (end?.reminded !== undefined) reminded[facet] = end.reminded;
    else if (end !== undefined) delete reminded[facet];
    if (end?.isNew !== true || end.reminded === undefined) continue;
    const { until, days } = end.reminded;
    const kind = `${facet}_ends` as const;
    alerts.push({ key: `${kind} ${until} ${days}`, kind, facet, at: now.toISOString(), until });
  }
  const isEnding = kinds.some((facet) => reminded[facet] !== undefined);
  return { change: { ...change, reminded }, alerts, isEnding };
}

/** Of the time since the look before, what visits did not arrive in; a while in which nobody looked is not all counted. */
function downOf(row: StoredWatch, { now, intervalMs }: Judging): number {
  if (row.checked_time === null || row.told_working !== false) return 0;
  return Math.max(0, Math.min(now.getTime() - row.checked_time.getTime(), 3 * intervalMs));
}
