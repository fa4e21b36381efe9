import type { JournalGap, JournalPosition } from '../journal/journal-reader.ts';
import type { BatchTally } from './tally.ts';

/** Why visits are not counted: their bytes are missing or damaged, or the store does not take them. */
export type GapReason = 'missing' | 'refused';

/** Visits that a batch passes over, and why. */
export interface UncountedGap extends JournalGap {
  reason: GapReason;
  /** What the store said. */
  detail: string;
}

/** Some visits of a journal on their way into the store. */
export interface AggregatedBatch {
  journalId: string;
  from: JournalPosition;
  to: JournalPosition;
  tally: BatchTally;
  gaps: readonly UncountedGap[];
}

/** How far a journal is stored. */
export interface JournalStanding {
  position: JournalPosition;
  /** Segments with visits that are not accounted for: they are kept. */
  kept: readonly number[];
  /** It was counted to its end, and its checkpoint dropped: this is a copy of it. */
  isCounted: boolean;
}

/** Where aggregated visits go. What it says and takes is all or nothing, and survives any kill. */
export interface Ledger<Visit> {
  standing(journalId: string): Promise<JournalStanding>;
  tally(visits: readonly Visit[]): BatchTally;
  /**
   * Counts a batch, notes its gaps and moves the journal's checkpoint from `from` to `to`, all in one: a batch that was
   * stored before changes nothing (AggregationConflict). On any error nothing is stored. `whileCommitting` is called when
   * nothing is left to do but to wait.
   */
  store(batch: AggregatedBatch, whileCommitting: () => void): Promise<void>;
  /** Drops the checkpoint of a journal that is stored to its end. What is not accounted for stays noted. */
  forget(journalId: string): Promise<void>;
}
