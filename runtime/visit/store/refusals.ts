import type { mongo } from 'mongoose';

/** How long it is known how many visits a rule refused. */
export const REFUSAL_DAYS = 400;

/**
 * Visits of one link that a rule of a shield refused on one day; `_id` is `<number of the rule>:<day>:<link>`. They are in no figure of
 * visits.
 */
export interface RefusalDocument {
  _id: string;
  rule: number;
  link: mongo.ObjectId;
  owner: mongo.ObjectId;
  /** yyyymmdd */
  day: number;
  /** Of people; crawlers and servers apart. */
  visits: number;
  crawlers: number;
  /** The last of them: it is forgotten with its day. */
  time: Date;
}
