import type { DomainChange, StoredDomain } from '../domains/stored.ts';
import type { ProofLook } from './ask-proof.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Soon after a name was added, then more and more seldom: minutes until the next look. */
const WAITING_MINUTES = [1, 1, 2, 3, 5, 10, 15, 30, 60, 60, 120, 240];
const PROVED_EVERY = DAY;
/** What may be a moment's fault is looked at again before anybody is told. */
const DOUBTED_EVERY = 5 * MINUTE;
const LOST_EVERY = HOUR;
/** Two looks that say the same lie this far apart at least. */
const APART = MINUTE;
/** Share of an interval by which looks are spread, so that they do not all fall into one moment. */
const SPREAD = 0.1;

export interface Judging {
  now: Date;
  /** From 0 to 1. */
  chance: number;
  unprovedDays: number;
  lostDays: number;
  /** The owner has asked for the look, and sees what it finds. */
  isAsked: boolean;
  /** Somebody else holds the name, or one above or below it. */
  isTaken: boolean;
}

/** What one look makes of a name that is there. */
export function nextState(row: StoredDomain, look: ProofLook, judging: Judging): DomainChange {
  const change = row.state === 'waiting' ? ofWaiting(row, look, judging) : ofHeld(row, look, judging);
  return { ...change, fault: change.fault ?? look.fault, checked_time: judging.now };
}

function ofWaiting(row: StoredDomain, look: ProofLook, judging: Judging): DomainChange {
  const { now, isAsked, isTaken, unprovedDays } = judging;
  if (look.verdict === 'found' && !isTaken)
    return {
      state: 'proved',
      method: look.method,
      proved_time: now,
      found_time: now,
      tries: 0,
      ...(isAsked ? {} : told('proved', now)),
      next_check_time: later(PROVED_EVERY, judging),
    };
  if (now.getTime() - row.create_time.getTime() >= unprovedDays * DAY)
    return look.verdict === 'found'
      ? { ...over('released', now), ...told('taken', now), fault: 'taken' }
      : { ...over('released', now), ...told('unproved', now) };
  const minutes = WAITING_MINUTES[Math.min(row.tries, WAITING_MINUTES.length - 1)] ?? 1;
  return {
    tries: row.tries + 1,
    next_check_time: later(minutes * MINUTE, judging),
    ...(look.verdict === 'found' ? { fault: 'taken' } : {}),
  };
}

function ofHeld(row: StoredDomain, look: ProofLook, judging: Judging): DomainChange {
  const { now, isAsked, lostDays } = judging;
  const isLost = row.state === 'lost';
  if (look.verdict === 'found')
    return {
      state: 'proved',
      method: look.method,
      found_time: now,
      lost_time: null,
      missed_time: null,
      ...(isLost && !isAsked ? told('found', now) : {}),
      next_check_time: later(PROVED_EVERY, judging),
    };
  if (look.verdict === 'unknown') return { next_check_time: later(isLost ? LOST_EVERY : HOUR, judging) };
  const missed = row.missed_time ?? now;
  if (isLost) {
    const since = row.lost_time ?? missed;
    if (now.getTime() - since.getTime() >= lostDays * DAY)
      return { ...over('released', now), ...told('released', now) };
    return { next_check_time: later(LOST_EVERY, judging) };
  }
  if (now.getTime() - missed.getTime() < APART)
    return { missed_time: missed, next_check_time: later(DOUBTED_EVERY, judging) };
  return {
    state: 'lost',
    lost_time: now,
    missed_time: missed,
    ...told('lost', now),
    next_check_time: later(LOST_EVERY, judging),
  };
}

/** What makes an end of a name. */
export const over = (state: 'released' | 'retired', now: Date): DomainChange => ({
  state,
  ended_time: now,
  is_there: false,
  next_check_time: null,
});

const told = (notice: StoredDomain['notice'], notice_time: Date): DomainChange => ({ notice, notice_time });

const later = (milliseconds: number, { now, chance }: Judging): Date =>
  new Date(now.getTime() + milliseconds * (1 + SPREAD * chance));
