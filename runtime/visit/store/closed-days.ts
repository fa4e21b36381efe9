import type { mongo } from 'mongoose';

/** How often sums of a day were written; one document for each aggregator that did, in the transaction of each batch. */
export interface DayWritesDocument {
  /** `<day>:<aggregator>` */
  _id: string;
  day: number;
  writes: number;
}

/**
 * Days that are over and whose sums are packed (`visit_packed_sums`), so that thousands of sums are one document. They are made from the sums, may
 * be deleted at any time, and hold as long as nothing was written to their days since.
 */
export interface ClosedDayDocument {
  /** `<kind>:<day>` */
  _id: string;
  /** The sums of owners on the day; the sums of links over all days up to it. */
  kind: 'owners' | 'links';
  day: number;
  /** Writes to the day, or to all days up to it, when it was made. */
  writes: number;
}

/** What a closed day came to, apart because it is large: rows as closed/pack-rows.ts has them. */
export interface PackedSumsDocument {
  /** That of the closed day. */
  _id: string;
  writes: number;
  /** Missing where they are more than a document takes. */
  rows?: mongo.Binary;
}
