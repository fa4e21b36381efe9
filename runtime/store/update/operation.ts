import type { Document, Value } from '../value/index.ts';

/** What one application of an update works with. */
export interface ApplyState {
  /** The document as changed so far. */
  root: Document;
  /** The array element that the query matched, for the positional operator. */
  arrayIndex: number | undefined;
  isInsert: boolean;
  now: Date;
  /** Documents and arrays made by this application: they may be changed in place. */
  owned: Set<Value>;
  /** Paths that were changed, with array indexes in the place of positional operators. */
  touched: string[];
  /** The parts walked so far below the root. */
  trail: string[];
}

/**
 * Gives the new value of a field from its current one; undefined is a missing field, before and after.
 * Giving back the current value changes nothing.
 */
export type Leaf = (current: Value | undefined, state: ApplyState) => Value | undefined;

/** One field of one update operator. */
export interface Operation {
  path: string;
  parts: string[];
  leaf: Leaf;
  /** Whether a missing path is made. */
  isCreating: boolean;
  /** Whether a path blocked by a scalar is passed over rather than refused. */
  isLenient: boolean;
  /** Carried out for inserted documents only. */
  isInsertOnly?: boolean;
  hasPositional: boolean;
  /** Carried out after all others. */
  isLast?: boolean;
}

/** Which elements a `$[identifier]` stands for. */
export type ElementFilters = ReadonlyMap<string, (element: Value) => boolean>;
