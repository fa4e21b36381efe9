import type { Matcher } from '../match/index.ts';
import type { Collation, Document } from '../value/index.ts';

/** A count under way over the `_id` keys; writes behind it change its number. */
export interface Counting {
  /** Told of each document that is added (1) or removed (-1). */
  changed(key: Uint8Array, by: 1 | -1): void;
}

/** One field of an index's key. */
export interface IndexField {
  path: string;
  parts: readonly string[];
  isDescending: boolean;
}

/** An index as the planner and the writers use it. `_id_` has none of these: its keys stand in the table itself. */
export interface IndexDefinition {
  id: number;
  name: string;
  fields: readonly IndexField[];
  /** As given by the client, for listIndexes. */
  specification: Document;
  isUnique: boolean;
  isSparse: boolean;
  /** Some document has several keys, or an array on an indexed path. */
  isMultikey: boolean;
  /** Still being filled: written to, not read from. */
  isBuilding: boolean;
  partial: Matcher | undefined;
  partialFilter: Document | undefined;
  partialTouchesAll: boolean;
  collation: Collation | undefined;
  expireAfterSeconds: number | undefined;
  /** The sequence number at which the index became readable in this process, 0 when it was there at start. */
  createdAt: number;
  /** Top-level fields whose change may change the index's keys. */
  touchedBy: readonly string[];
}

/** A collection, its table `c<id>` and its indexes. */
export interface Collection {
  id: number;
  database: string;
  name: string;
  /** `<database>.<name>` */
  namespace: string;
  uuid: Uint8Array;
  options: Document;
  indexes: IndexDefinition[];
  isDropped: boolean;
  nextRid: number;
  /** Number of documents, kept in step with the open transaction once somebody asked for it. */
  count: number | undefined;
  /** Counts that are under way. */
  countings: Set<Counting>;
  /** Sequence number of the collection's newest write since the store was opened. */
  lastWrite: number;
  /** Writes of this number and later are in the change log; undefined: only the recent ones in memory. */
  loggedSince: number | undefined;
  /** The sequence number at which the collection came to be in this process, 0 when it was there at start. */
  createdAt: number;
}
