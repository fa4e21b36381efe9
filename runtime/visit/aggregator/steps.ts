import { mayRefuse } from './refusal.ts';

/** Most visits of one transaction: both processes hold all of it in memory, and of 8,000 both were larger for a twentieth less of the processor. */
const BATCH_VISITS = 6000;
/** How often a batch is tried whole when the store does not say that its content is at fault. */
const WHOLE_TRIES = 5;

/** How large the next batch is: as large as pays, and half of one that the store refused. */
export interface Steps {
  limits(): { limit: number; isExact: boolean };
  /** Whether a batch of so many visits was as large as was asked for, so that more may wait behind it. */
  isFull(visits: number): boolean;
  stored(visits: number): void;
  /** What to do about a batch that was not stored: `again`, in a `smaller` one, or `pass over` its only visit. */
  refused(visits: number, error: unknown): 'again' | 'smaller' | 'pass over';
}

export function createSteps(): Steps {
  let limit = BATCH_VISITS;
  let tries = 0;
  return {
    limits: () => ({ limit, isExact: limit < BATCH_VISITS }),
    isFull: (visits) => visits >= limit,
    stored() {
      tries = 0;
      limit = Math.min(BATCH_VISITS, limit * 2);
    },
    refused(visits, error) {
      const verdict = mayRefuse(error);
      if (verdict === 'passes') return 'again';
      tries++;
      if (visits === 0 || (verdict === 'unclear' && tries < WHOLE_TRIES)) return 'again';
      // A batch that was to be larger goes on behind its only visit: it is read again to end right there.
      if (limit === 1) return 'pass over';
      limit = Math.max(1, Math.floor(visits / 2));
      // A visit is given up by itself only after as many tries as the whole batch.
      if (limit === 1) tries = 0;
      return 'smaller';
    },
  };
}
