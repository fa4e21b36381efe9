import type { mongo } from 'mongoose';

/**
 * A part of a run of marks. `<run>:<number>`: one of its blocks of rows, as marks/mark-rows.ts has them. `<run>:i<number>`: what is kept in
 * memory of some of its blocks, as marks/mark-index.ts has it. Never changed; a run is put into a larger one and goes.
 */
export interface MarkPartDocument {
  _id: string;
  v: mongo.Binary;
}

/** Some marks in the order of their keys. */
export interface MarkRun {
  id: mongo.ObjectId;
  /** How often it was put together from smaller ones. */
  level: number;
  blocks: number;
  /** Of `MARKS`: the last day that it has a mark of; missing where a release before has written it. */
  last?: number;
}

/** Of `CODE_SUMS`: what some batches have added to links on one day. Beside each block of rows stands its text, `<run>:t<number>`. */
export interface SumRun extends MarkRun {
  day: number;
  /** Revisions of the series with which the first and the last of it were added. */
  since: number;
  until: number;
}

/**
 * Which runs of a series hold: one document. Whoever adds to it changes it in the same transaction, so that nobody counts what another has counted.
 */
export interface MarkRunsDocument {
  _id: RunSeries;
  revision: number;
  /** Oldest first; of `CODE_SUMS` each a `SumRun`. */
  runs: MarkRun[];
  /** Of `ADDRESS_LINKS`: visitors up to this one are in it, of those that an earlier release has written. */
  until?: mongo.Binary;
  /** Of `ADDRESS_LINKS`: all visitors are. */
  isWhole?: boolean;
  /** Of `CODE_SUMS`: runs of a day whose rows up to a link are in the documents of links by now. */
  folding?: { day: number; runs: mongo.ObjectId[]; until: mongo.ObjectId };
  /** Of `CODE_SUMS`: how often rows went into documents. */
  folds?: number;
}

/** That an address came to an owner or to the platform on a day. */
export const MARKS = 'addresses';
/**
 * Which links each address has come to: the address stands before the link, so that the visitors of an address, and of addresses that begin alike, are found by it. The day says
 * nothing, and its indexes have no filters.
 */
export const ADDRESS_LINKS = 'links';
/**
 * What links came to on days that are not over, or have only just ended (sums/sum-rows.ts): what is in their documents is as of the day
 * before. A document of each link that a batch visits would cost more than all else that counting does.
 */
export const CODE_SUMS = 'codes';
export type RunSeries = typeof MARKS | typeof ADDRESS_LINKS | typeof CODE_SUMS;
