/**
 * What the sums hold of a journal: counted from the documents that a batch writes, in its transaction, so that the
 * checkpoint can be held against it. Gone with the checkpoint.
 */
export interface JournalSumsDocument {
  _id: string;
  /** Visits of the checkpoint when this was first counted: later than the journal's beginning after an upgrade. */
  since: number;
  /** Visits and crawlers that were added to totals of codes. */
  codes: number;
  /** The same as added to the platform's days: visits by their hours. */
  hours: number;
  /** What is in neither: hops of a chain, and visits that were led on because their link had expired. */
  hops: number;
}
