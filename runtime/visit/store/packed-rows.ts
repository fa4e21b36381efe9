import type { mongo } from 'mongoose';

/** What a row is: a visit that is kept, or an address on a link on one day. */
export type PackedKind = 'visits' | 'visitors';

/**
 * A day whose rows are packed as columns (`visit_packed_columns`). It is made from visits or visitors, may be deleted at any time, and holds as
 * long as `stamp` is what was written to its hours.
 */
export interface PackedDayDocument {
  /** `<kind>:<day>` */
  _id: string;
  kind: PackedKind;
  day: number;
  /** The hour that is not in it any more; 24: it is all in it. */
  until: number;
  stamp: number;
  /** How many columns its rows have; missing where a release packed it that did not say. */
  columns?: number;
  made: Date;
  /** Under which its columns are kept: each making has its own, so that they never change. */
  build: mongo.ObjectId;
  /** The owners, hexadecimal, of the first and last row of each portion: rows are sorted by owner and link. */
  portions: { first: string; last: string; rows: number }[];
}

export interface PackedColumnDocument {
  /** `<build>:<portion>:<column>` */
  _id: string;
  v: mongo.Binary;
}

/** A link of whose kept visits some were cleared, brought back or erased: its rows in what was packed before do not hold. */
export interface ChangedLinkDocument {
  _id: mongo.ObjectId;
  time: Date;
  /** Whoever has or had it. */
  owners: mongo.ObjectId[];
}
