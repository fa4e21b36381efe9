import {
  BSONRegExp,
  type Document,
  equalValues,
  isDocument,
  MaxKey,
  MinKey,
  type Value,
} from '../value/index.ts';
import { isOperatorDocument } from './operator-document.ts';

/** One end of a range. */
export interface Bound {
  value: Value;
  isIncluded: boolean;
}

/** What a filter asks of one path: one of some values, or a range within the type of its ends. */
export interface PathBounds {
  equals?: Value[];
  lower?: Bound;
  upper?: Bound;
}

/**
 * Bounds by dotted path, of which every matching document meets each. They may let more documents through
 * than the filter does. `branches` holds the clauses of one `$or`, of which each document meets one.
 */
export interface FilterBounds {
  paths: Map<string, PathBounds>;
  branches: FilterBounds[];
  /** Paths of which more is asked than their bounds say. */
  partly: Set<string>;
  /** More is asked than paths and branches say. */
  hasMore: boolean;
}

/** What `says` calls the clauses of the one `$or`; no path begins with a dollar sign. */
export const BRANCHES = '$or';

/**
 * Everything that a filter asks, by path: whoever meets the bounds of each of them matches. undefined: the filter asks
 * for more than bounds can say.
 */
export const everythingAsked = ({ paths, branches, partly, hasMore }: FilterBounds): string[] | undefined => {
  if (hasMore || partly.size > 0) return undefined;
  return branches.length === 0 ? [...paths.keys()] : [...paths.keys(), BRANCHES];
};

/** Finds in a filter what an index can be searched by. */
export const analyzeFilter = (filter: Document): FilterBounds => {
  const bounds = noBounds();
  collect(filter, '', bounds);
  return bounds;
};

const noBounds = (): FilterBounds => ({ paths: new Map(), branches: [], partly: new Set(), hasMore: false });

const collect = (filter: Document, prefix: string, bounds: FilterBounds): void => {
  for (const [name, condition] of filter) {
    if (name === '$and') {
      for (const clause of clausesOf(condition)) collect(clause, prefix, bounds);
    } else if (name === '$or' && bounds.branches.length === 0) {
      bounds.branches = clausesOf(condition).map((clause) => {
        const branch = noBounds();
        collect(clause, prefix, branch);
        return branch;
      });
    } else if (!name.startsWith('$')) {
      collectField(`${prefix}${name}`, condition, bounds);
    } else if (name !== '$comment') bounds.hasMore = true;
  }
};

const clausesOf = (condition: Value): Document[] =>
  Array.isArray(condition) ? condition.filter(isDocument) : [];

const collectField = (path: string, condition: Value, bounds: FilterBounds): void => {
  if (condition instanceof BSONRegExp) {
    bounds.partly.add(path);
    collectPrefix(path, condition.pattern, condition.options, bounds);
  } else if (!isOperatorDocument(condition)) {
    narrow(path, { equals: [condition] }, bounds);
  } else {
    for (const [name, operand] of condition) collectOperator({ path, name, operand, condition, bounds });
  }
};

interface OperatorPlace {
  path: string;
  name: string;
  operand: Value;
  condition: Document;
  bounds: FilterBounds;
}

const collectOperator = ({ path, name, operand, condition, bounds }: OperatorPlace): void => {
  if (!saysAll(name, operand)) bounds.partly.add(path);
  switch (name) {
    case '$eq':
      narrow(path, { equals: [operand] }, bounds);
      break;
    case '$in':
      if (Array.isArray(operand) && !operand.some((item) => item instanceof BSONRegExp)) {
        narrow(path, { equals: operand }, bounds);
      }
      break;
    case '$all':
      if (Array.isArray(operand) && operand.length > 0) collectAll(path, operand[0] as Value, bounds);
      break;
    case '$elemMatch':
      if (isDocument(operand)) collectElement(path, operand, bounds);
      break;
    case '$regex':
      if (operand instanceof BSONRegExp) collectPrefix(path, operand.pattern, operand.options, bounds);
      else if (typeof operand === 'string')
        collectPrefix(path, operand, condition.get('$options') ?? '', bounds);
      break;
    default:
      collectRange(path, name, operand, bounds);
  }
};

/** Whether keys can tell all that an operator asks: numbers have NaN among their keys, which no range but its own has. */
const saysAll = (name: string, operand: Value): boolean => {
  if (name === '$eq') return true;
  if (name === '$in') return Array.isArray(operand) && !operand.some((item) => item instanceof BSONRegExp);
  return RANGES.has(name) && (operand instanceof Date || typeof operand === 'string');
};

const RANGES = new Set(['$gt', '$gte', '$lt', '$lte']);

const collectRange = (path: string, name: string, operand: Value, bounds: FilterBounds): void => {
  if (operand instanceof MinKey || operand instanceof MaxKey) return;
  const isIncluded = name === '$gte' || name === '$lte';
  const isLower = name === '$gt' || name === '$gte';
  if (!isLower && name !== '$lt' && name !== '$lte') return;
  if (operand === null) {
    if (isIncluded) narrow(path, { equals: [null] }, bounds);
    return;
  }
  const bound = { value: operand, isIncluded };
  narrow(path, isLower ? { lower: bound } : { upper: bound }, bounds);
};

const collectAll = (path: string, item: Value, bounds: FilterBounds): void => {
  if (item instanceof BSONRegExp) return;
  if (isOperatorDocument(item)) collectField(path, item, bounds);
  else narrow(path, { equals: [item] }, bounds);
};

const collectElement = (path: string, operand: Document, bounds: FilterBounds): void => {
  if (!isOperatorDocument(operand)) collect(operand, `${path}.`, bounds);
  else if (operand.has('$and')) collect(operand, `${path}.`, bounds);
  else if (!operand.has('$or') && !operand.has('$nor')) collectField(path, operand, bounds);
};

/** `^text` without options is the range of strings that begin with it. */
const collectPrefix = (path: string, pattern: string, options: Value, bounds: FilterBounds): void => {
  const prefix = /^\^([A-Za-z0-9_ @:/-]+)(.?)/.exec(pattern);
  if (prefix === null || options !== '' || pattern.includes('|')) return;
  let text = prefix[1] as string;
  // A quantifier that allows none takes the last character back.
  if (prefix[2] === '*' || prefix[2] === '?' || prefix[2] === '{') text = text.slice(0, -1);
  if (text === '') return;
  const last = text.charCodeAt(text.length - 1);
  const after = text.slice(0, -1) + String.fromCharCode(last + 1);
  narrow(
    path,
    { lower: { value: text, isIncluded: true }, upper: { value: after, isIncluded: false } },
    bounds,
  );
};

/** Adds what is known. Of two equalities the one with fewer values is kept, of each end the first: either alone is true. */
const narrow = (path: string, addition: PathBounds, bounds: FilterBounds): void => {
  const known = bounds.paths.get(path);
  if (known === undefined) {
    bounds.paths.set(path, addition);
    return;
  }
  const [less, more] = bySize(known.equals, addition.equals);
  const isImplied = less !== undefined && more !== undefined && isWithin(less, more);
  if (!isImplied && !isOtherEnd(known, addition)) bounds.partly.add(path);
  bounds.paths.set(path, { ...addition, ...known, ...(less === undefined ? {} : { equals: less }) });
};

const bySize = (one: Value[] | undefined, other: Value[] | undefined): (Value[] | undefined)[] =>
  one === undefined || (other !== undefined && other.length < one.length) ? [other, one] : [one, other];

/** More values than this are not compared each with each. */
const MOST_COMPARED = 100;

/** Whether what is one of the few is one of the many in any case. */
const isWithin = (few: readonly Value[], many: readonly Value[]): boolean =>
  many.length <= MOST_COMPARED && few.every((value) => many.some((other) => equalValues(value, other)));

/** Two ends of one range are said in two parts; all else that is said twice is not said whole. */
const isOtherEnd = (known: PathBounds, addition: PathBounds): boolean => {
  if (known.equals !== undefined || addition.equals !== undefined) return false;
  if ((known.lower === undefined) === (addition.lower === undefined)) return false;
  const ends = { ...known, ...addition };
  return typeof ends.lower?.value === typeof ends.upper?.value;
};
