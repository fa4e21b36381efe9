import { StoreError } from '../value/errors.ts';
import { type Document, encodeKey, encodeKeys, type Value } from '../value/index.ts';
import type { IndexDefinition } from './collection.ts';

/** The keys of one document in one index. */
export interface IndexKeys {
  /** Distinct keys; none when the index leaves the document out (sparse, partial). */
  keys: Uint8Array[];
  /** An array was met on the way, so that several keys may point to one document. */
  isMultikey: boolean;
}

interface Walk {
  position: number;
  node: Value | undefined;
  parts: readonly string[];
  at: number;
}

const NOTHING: IndexKeys = { keys: [], isMultikey: false };
const NUMERIC = /^\d+$/;

/**
 * Keys of `document` in `index`, as MongoDB's BtreeKeyGenerator makes them: arrays give a key for each element,
 * an empty array its own, what is missing counts as null.
 * @throws StoreError 171 when two different arrays would have to be combined.
 */
export const indexKeysOf = (index: IndexDefinition, document: Document): IndexKeys => {
  if (index.partial !== undefined && !index.partial.test(document)) return NOTHING;
  const first = index.fields[0];
  if (index.fields.length === 1 && first !== undefined && first.parts.length === 1) {
    return singleFieldKeys(index, document.get(first.path));
  }
  const single = singleTuple(index, document);
  if (single !== undefined) return single;
  const state: Expansion = { index, tuples: [], isMultikey: false, hasField: false };
  const walks = index.fields.map((field, position) => ({
    position,
    node: document,
    parts: field.parts,
    at: 0,
  }));
  expand(state, new Array(index.fields.length).fill(null), walks);
  if (index.isSparse && !state.hasField) return { keys: [], isMultikey: state.isMultikey };
  return {
    keys: distinct(state.tuples.map((tuple) => encodeTuple(index, tuple))),
    isMultikey: state.isMultikey,
  };
};

/** Whether an update from `before` to `after` may change what the index holds of the document. */
export const touchesIndex = (index: IndexDefinition, before: Document, after: Document): boolean => {
  for (const name of index.touchedBy) if (before.get(name) !== after.get(name)) return true;
  return index.partial !== undefined && index.partialTouchesAll;
};

/** The values that a tuple of an index has, by field, for `keyValue` of a duplicate key error. */
export const encodeTuple = (index: IndexDefinition, tuple: readonly Value[]): Uint8Array => {
  return encodeKeys(tuple, index.fields, index.collation);
};

/** The one key of a document without arrays on the way; undefined when there are some. */
const singleTuple = (index: IndexDefinition, document: Document): IndexKeys | undefined => {
  const tuple: Value[] = [];
  let hasField = false;
  for (const { parts } of index.fields) {
    let node: Value | undefined = document;
    for (let at = 0; at < parts.length && node !== undefined; at += 1) {
      if (Array.isArray(node)) return undefined;
      node = node instanceof Map ? node.get(parts[at] as string) : undefined;
    }
    if (Array.isArray(node)) return undefined;
    if (node !== undefined) hasField = true;
    tuple.push(node ?? null);
  }
  if (index.isSparse && !hasField) return NOTHING;
  return { keys: [encodeTuple(index, tuple)], isMultikey: false };
};

const singleFieldKeys = (index: IndexDefinition, value: Value | undefined): IndexKeys => {
  const isDescending = index.fields[0]?.isDescending;
  if (value === undefined) {
    return index.isSparse
      ? NOTHING
      : { keys: [encodeKey(null, isDescending, index.collation)], isMultikey: false };
  }
  if (!Array.isArray(value) || value.length === 0) {
    const isMultikey = Array.isArray(value);
    return { keys: [encodeKey(value, isDescending, index.collation)], isMultikey };
  }
  const keys = value.map((element) => encodeKey(element, isDescending, index.collation));
  return { keys: distinct(keys), isMultikey: true };
};

interface Expansion {
  index: IndexDefinition;
  tuples: Value[][];
  isMultikey: boolean;
  hasField: boolean;
}

const expand = (state: Expansion, fixed: Value[], walks: readonly Walk[]): void => {
  let array: Value[] | undefined;
  const pending: Walk[] = [];
  for (const start of walks) {
    const walk = advance(start);
    if (!Array.isArray(walk.node)) {
      if (walk.node !== undefined) state.hasField = true;
      fixed[walk.position] = walk.node ?? null;
      continue;
    }
    if (array !== undefined && array !== walk.node) {
      const names = [pending[0], walk].map((one) => `[${one?.parts[one.at - 1] ?? one?.parts[0]}]`);
      throw new StoreError(171, `cannot index parallel arrays ${names.join(' ')}`);
    }
    array = walk.node;
    pending.push(walk);
  }
  if (array === undefined) {
    state.tuples.push(fixed);
    return;
  }
  state.isMultikey = true;
  if (array.length === 0) {
    for (const walk of pending) fixed[walk.position] = walk.at === walk.parts.length ? array : null;
    if (pending.some((walk) => walk.at === walk.parts.length)) state.hasField = true;
    state.tuples.push(fixed);
    return;
  }
  for (const element of array) expandElement(state, [...fixed], pending, element);
};

const expandElement = (state: Expansion, fixed: Value[], pending: readonly Walk[], element: Value): void => {
  const onward: Walk[] = [];
  for (const walk of pending) {
    if (walk.at === walk.parts.length) {
      fixed[walk.position] = element;
      state.hasField = true;
    } else if (element instanceof Map) onward.push({ ...walk, node: element });
    else fixed[walk.position] = null;
  }
  if (onward.length > 0) expand(state, fixed, onward);
  else state.tuples.push(fixed);
};

/** Follows a path until an array, the end or nothing. A number in the path picks an element of an array. */
const advance = (walk: Walk): Walk => {
  let { node, at } = walk;
  while (at < walk.parts.length && node !== undefined) {
    const part = walk.parts[at] as string;
    if (node instanceof Map) node = node.get(part);
    else if (Array.isArray(node)) {
      if (!NUMERIC.test(part)) break;
      node = node[Number(part)];
    } else node = undefined;
    at += 1;
  }
  return { position: walk.position, parts: walk.parts, node, at };
};

const distinct = (keys: Uint8Array[]): Uint8Array[] => {
  if (keys.length < 2) return keys;
  const seen = new Map<string, Uint8Array>();
  for (const key of keys) seen.set(keyText(key), key);
  return seen.size === keys.length ? keys : [...seen.values()];
};

const scratch = Buffer.allocUnsafeSlow(1024);

/** A key as a Map key: one character a byte. */
export const keyText = (key: Uint8Array): string => {
  if (key.length > scratch.length)
    return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
  scratch.set(key);
  return scratch.toString('latin1', 0, key.length);
};
