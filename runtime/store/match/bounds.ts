import { BSONRegExp, type Document, isDocument, MaxKey, MinKey, type Value } from '../value/index.ts';
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
}

/** Finds in a filter what an index can be searched by. */
export const analyzeFilter = (filter: Document): FilterBounds => {
  const bounds: FilterBounds = { paths: new Map(), branches: [] };
  collect(filter, '', bounds);
  return bounds;
};

const collect = (filter: Document, prefix: string, bounds: FilterBounds): void => {
  for (const [name, condition] of filter) {
    if (name === '$and') {
      for (const clause of clausesOf(condition)) collect(clause, prefix, bounds);
    } else if (name === '$or' && bounds.branches.length === 0) {
      bounds.branches = clausesOf(condition).map((clause) => {
        const branch: FilterBounds = { paths: new Map(), branches: [] };
        collect(clause, prefix, branch);
        return branch;
      });
    } else if (!name.startsWith('$')) {
      collectField(`${prefix}${name}`, condition, bounds);
    }
  }
};

const clausesOf = (condition: Value): Document[] =>
  Array.isArray(condition) ? condition.filter(isDocument) : [];

const collectField = (path: string, condition: Value, bounds: FilterBounds): void => {
  if (condition instanceof BSONRegExp) {
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

/** Adds what is known; the first equality and the first of each end are kept. */
const narrow = (path: string, addition: PathBounds, bounds: FilterBounds): void => {
  const known = bounds.paths.get(path);
  bounds.paths.set(path, known === undefined ? addition : { ...addition, ...known });
};
