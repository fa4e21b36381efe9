import { StoreError } from '../value/errors.ts';
import { arrayIndexOf, type Document, type Value } from '../value/index.ts';

/** The values that a document could be ordered by, one for each path; undefined stands for an empty array. */
export type SortTuple = (Value | undefined)[];

/**
 * The tuples of a document, as MongoDB's SortKeyGenerator has them (src/mongo/db/index/sort_key_generator.cpp): one,
 * or one for each element of an array on the way, of which all paths through it take the same element.
 * StoreError 2 when two different arrays would have to be combined.
 */
export const sortTuples = (document: Document, paths: readonly string[][]): SortTuple[] => {
  const plain = plainTuple(document, paths);
  if (plain !== undefined) return [plain];
  const tuples: SortTuple[] = [];
  const walks = paths.map((parts, position) => ({ position, node: document, parts, at: 0 }));
  expand(tuples, new Array(paths.length).fill(null), walks);
  return tuples;
};

/** The only tuple of a document whose paths meet no array; undefined for another document. */
const plainTuple = (document: Document, paths: readonly string[][]): SortTuple | undefined => {
  const tuple: SortTuple = [];
  for (const parts of paths) {
    let node: Value | undefined = document;
    for (const part of parts) {
      if (Array.isArray(node)) return undefined;
      node = node instanceof Map ? node.get(part) : undefined;
    }
    if (Array.isArray(node)) return undefined;
    tuple.push(node ?? null);
  }
  return tuple;
};

interface Walk {
  position: number;
  node: Value | undefined;
  parts: readonly string[];
  at: number;
}

const expand = (tuples: SortTuple[], fixed: SortTuple, walks: readonly Walk[]): void => {
  const pending: Walk[] = [];
  for (const start of walks) {
    const walk = advance(start);
    if (Array.isArray(walk.node)) pending.push(walk);
    else fixed[walk.position] = walk.node ?? null;
  }
  const array = pending[0]?.node;
  if (!Array.isArray(array)) {
    tuples.push(fixed);
    return;
  }
  if (pending.some(({ node }) => node !== array))
    throw new StoreError(2, 'cannot sort with keys that are parallel arrays');
  if (array.length === 0) {
    for (const walk of pending) fixed[walk.position] = isAtEnd(walk) ? undefined : null;
    tuples.push(fixed);
    return;
  }
  for (const element of array) expandElement(tuples, [...fixed], pending, element);
};

const expandElement = (
  tuples: SortTuple[],
  fixed: SortTuple,
  pending: readonly Walk[],
  element: Value,
): void => {
  const onward: Walk[] = [];
  for (const walk of pending) {
    if (isAtEnd(walk)) fixed[walk.position] = element;
    else if (element instanceof Map) onward.push({ ...walk, node: element });
    else fixed[walk.position] = null;
  }
  if (onward.length > 0) expand(tuples, fixed, onward);
  else tuples.push(fixed);
};

const isAtEnd = ({ at, parts }: Walk): boolean => at === parts.length;

/** Follows a path until an array, the end or nothing. A number in the path picks an element of an array. */
const advance = ({ position, node: start, parts, at: from }: Walk): Walk => {
  let node = start;
  let at = from;
  for (; at < parts.length && node !== undefined; at++) {
    const part = parts[at] as string;
    if (node instanceof Map) node = node.get(part);
    else if (!Array.isArray(node)) node = undefined;
    else {
      const index = arrayIndexOf(part);
      if (index < 0) break;
      node = node[index];
    }
  }
  return { position, node, parts, at };
};
