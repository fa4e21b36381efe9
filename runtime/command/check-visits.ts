import type { HourAccount } from '@waypost/sdk';
import { standingDifferences, type VisitAccounts } from '../visit/index.ts';
import type { Finding } from './run-checks.ts';

/** Between two looks at counters that move, milliseconds: a running aggregator is no more than this behind. */
const LOOK_AGAIN_MS = 3000;

/**
 * Holds what was answered, journalled, aggregated and rolled up of each journal against each other. Where they differ they
 * are looked at again: what is on its way moves.
 */
export async function checkVisits(
  read: () => Promise<VisitAccounts>,
  readHours: (isLagging: boolean) => Promise<HourAccount[]>,
): Promise<Finding> {
  const first = await read();
  const isMoving = first.journals.some(
    ({ answered, journalled, folded, rolled_up }) =>
      new Set([answered, journalled, folded, rolled_up]).size > 1,
  );
  if (isMoving) await Bun.sleep(LOOK_AGAIN_MS);
  const figures = isMoving ? await read() : first;
  // What nobody aggregates while the product is stopped is in the journal, and is told by its figures.
  const differences = standingDifferences(first, figures).filter(({ more }) => more !== 'journalled');
  const faults = differences.map(
    ({ journal, more, less, visits }) => `${visits} visits of journal ${journal} are ${more} and not ${less}`,
  );
  if (figures.unaccounted > 0)
    faults.unshift(
      `${figures.unaccounted} visits are unaccounted: stop the product, repair or bring back their segments, and run waypost visits replay`,
    );
  const waiting = figures.journals.reduce((sum, { journalled, folded }) => sum + journalled - folded, 0);
  for (const { day, hour, differences: found } of await readHours(waiting > 0))
    for (const { more, less, visits } of found)
      faults.push(
        `${visits} visits of ${day} ${String(hour).padStart(2, '0')}:00 are ${more} and not ${less}`,
      );
  if (faults.length > 0) return { isFine: false, found: faults.join('; '), figures };
  return { isFine: true, found: `all accounted for, ${waiting} still in the journal`, figures };
}
