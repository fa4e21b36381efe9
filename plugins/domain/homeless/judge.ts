import type { StoredDomain } from '../domains/stored.ts';
import type { StoredWatch } from '../watching/stored.ts';
import { type Facet, VISIT_FACETS, type WatchFault } from '../watching/values.ts';
import type { HomelessReason } from './values.ts';

/** A name that somebody has, and what is believed of it. */
export interface Held {
  domain: Pick<StoredDomain, '_id' | 'name' | 'shown' | 'owner' | 'type' | 'is_platform' | 'is_working'> &
    Pick<StoredDomain, 'state' | 'lost_time'>;
  /** Undefined: nobody has looked yet. */
  watch: Pick<StoredWatch, '_id' | 'facets' | Facet> | undefined;
  /** Since when a policy of others blocks it; undefined: none does. */
  blocked: Date | undefined;
}

/** Why codes cannot rest on a name. */
export interface Judged {
  reason: HomelessReason;
  /** Null: nobody knows. */
  since: Date | null;
  /** Empty: there is no more to say than the reason. */
  fault: WatchFault;
}

/** What stands against codes of its owner on a name that they have; undefined: nothing does. */
export function judge({ domain, watch, blocked }: Held): Judged | undefined {
  if (blocked !== undefined) return { reason: 'blocked', since: blocked, fault: '' };
  if (watch?.registration === 'bad') {
    const registration = believed(watch, 'registration', 'expired');
    return registration.fault === 'registration_held' ? { ...registration, reason: 'blocked' } : registration;
  }
  const failing = watch === undefined ? undefined : VISIT_FACETS.find((facet) => watch[facet] === 'bad');
  if (watch !== undefined && failing !== undefined) {
    const found = believed(watch, failing, 'failing');
    return found.fault === 'expired' ? { ...found, reason: 'expired' } : found;
  }
  if (domain.state === 'lost') return { reason: 'unproved', since: domain.lost_time, fault: '' };
  if (watch?.certificate === 'bad') return believed(watch, 'certificate', 'expired');
  // The row of the domain is told before anybody has watched it here.
  return domain.is_working || watch !== undefined
    ? undefined
    : { reason: 'failing', since: null, fault: 'not_looked' };
}

function believed(watch: NonNullable<Held['watch']>, facet: Facet, reason: HomelessReason): Judged {
  const facts = watch.facets[facet];
  const since = facts?.since ? new Date(facts.since) : null;
  return { reason, since, fault: facts?.known_fault ?? '' };
}
