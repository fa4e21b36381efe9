import {
  analyzeFilter,
  BRANCHES,
  compileMatch,
  everythingAsked,
  type FilterBounds,
  type Matcher,
  partOf,
} from '../match/index.ts';
import type { Collection, IndexDefinition } from '../storage/collection.ts';
import type { AccessPath } from '../storage/row-source.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  encodeKey,
  equalValues,
  isDocument,
  type Value,
} from '../value/index.ts';
import { type Candidate, candidateFor, ID_FIELDS, isFitForKeys, type SortField } from './candidate.ts';
import { chooseSorted, type Look, leastOf } from './choose.ts';
import { isImplied } from './implication.ts';
import type { Sieving } from './sieve.ts';

/** What a reader wants. */
export interface PlanRequest {
  collection: Collection;
  filter: Document;
  sort: readonly SortField[];
  hint: Value | undefined;
  collation: Collation | undefined;
  /** Whether the view hands rows out in the order of the access path. */
  keepsOrder: boolean;
  /** How many keys a path has; undefined: the choice rests on the filter's form alone. */
  look?: Look | undefined;
  /** Rows that are wanted in the order of `sort`, those that are passed over among them; undefined: all. */
  wanted?: number | undefined;
  /** How many of them are only passed over. */
  passed?: number | undefined;
}

/** How to get it. */
export interface Plan {
  path: AccessPath;
  /** Rows come in the wanted order. */
  isSorted: boolean;
  /** Every row of the path matches the filter, so that it need not be applied again. */
  isExact: boolean;
  /** Name of the index, for explain. */
  indexName: string | undefined;
  /** Other ways to the same rows, unsorted: worth changing to where they have fewer keys than this way read in vain. */
  rivals?: readonly AccessPath[];
  /** What else is known of the wanted rows without reading them; undefined: nothing. */
  sieving?: Sieving;
}

const ID_LIMIT = 100_000;

/** Chooses equality and `$in` prefixes, then one range, then an index that sorts; else reads the table. */
export const planRead = (request: PlanRequest): Plan => {
  const { filter, sort, hint } = request;
  if (hint !== undefined) return hintedPlan(request, hint);
  if (filter.size === 0 && sort.length === 0) {
    return { path: TABLE, isSorted: true, isExact: true, indexName: undefined };
  }
  const bounds = analyzeFilter(filter);
  const byId = idPlan(request, bounds);
  if (byId !== undefined) return byId;
  const compared = comparedPlan(request, bounds);
  if (compared !== undefined) return compared;
  const best = bestOf(candidatesOf(request, bounds));
  if (best !== undefined && best.usedFields > 0) return planOf(best, request);
  const union = unionOf(request, bounds);
  if (union !== undefined) return planOf(union, request);
  if (best !== undefined) return planOf(best, request);
  return { path: TABLE, isSorted: sort.length === 0, isExact: filter.size === 0, indexName: undefined };
};

const TABLE: AccessPath = { kind: 'table', isBackward: false };

const planOf = (candidate: Candidate, request: Pick<PlanRequest, 'sort' | 'keepsOrder'>): Plan => ({
  path: candidate.path,
  isSorted: candidate.isSorted && (request.keepsOrder || request.sort.length === 0),
  isExact: candidate.isExact && request.keepsOrder,
  indexName: candidate.name,
});

/** The way with the least to read, where there are several and their keys can be looked at. */
const comparedPlan = (request: PlanRequest, bounds: FilterBounds): Plan | undefined => {
  const { look, sort, keepsOrder, wanted, passed = 0 } = request;
  if (look === undefined) return undefined;
  const candidates = candidatesOf(request, bounds);
  const union = unionOf(request, bounds);
  if (union !== undefined) candidates.push(union);
  const narrow = candidates.filter(({ usedFields }) => usedFields > 0);
  // What a transaction has written itself has no keys yet.
  const sieved = (best: Candidate) =>
    keepsOrder ? { sieving: sievingOf(best, narrow, bounds, request) } : {};
  if (sort.length === 0 || !keepsOrder) {
    if (narrow.length === 0) return undefined;
    const best = leastOf(narrow, look);
    return { ...planOf(best, request), ...sieved(best) };
  }
  const isSaid = (asked: string) => narrow.some(({ says }) => says.includes(asked));
  const isKnownByKeys = passed > 0 && everythingAsked(bounds)?.every(isSaid) === true;
  const choice = chooseSorted(candidates, look, wanted, isKnownByKeys ? passed : 0);
  if (choice === undefined) return undefined;
  const rivals = choice.rivals.map(({ path }) => path);
  return { ...planOf(choice.best, request), rivals, ...sieved(choice.best) };
};

const sievingOf = (
  best: Candidate,
  narrow: readonly Candidate[],
  bounds: FilterBounds,
  { filter, collation }: Pick<PlanRequest, 'filter' | 'collation'>,
): Sieving => {
  const matchers = new Map<readonly string[], Matcher>();
  return {
    asked: everythingAsked(bounds),
    said: best.says,
    others: narrow.filter((one) => one !== best && one.says.length > 0),
    holds: (says, document) => {
      const matcher = matchers.get(says) ?? compileMatch(partOf(filter, says), { collation });
      matchers.set(says, matcher);
      return matcher.test(document);
    },
  };
};

/** `_id` equal to one or some values: direct look-ups. */
const idPlan = (
  { filter, sort, collation, keepsOrder }: PlanRequest,
  bounds: FilterBounds,
): Plan | undefined => {
  const equals = bounds.paths.get('_id')?.equals;
  if (equals === undefined || equals.length > ID_LIMIT) return undefined;
  if (!equals.every((value) => isFitForKeys(value, collation, undefined))) return undefined;
  const keys = equals.map((value) => encodeKey(value));
  if (keys.length > 1) keys.sort(Buffer.compare);
  const distinct = keys.filter(
    (key, at) => at === 0 || Buffer.compare(key, keys[at - 1] as Uint8Array) !== 0,
  );
  const [first, ...others] = sort;
  const sortsById = sort.length === 0 || (first?.path === '_id' && others.length === 0);
  if (first?.isDescending) distinct.reverse();
  const isSorted = (distinct.length < 2 || sortsById) && keepsOrder;
  return {
    path: { kind: 'ids', keys: distinct },
    isSorted,
    isExact: filter.size === 1 && keepsOrder && isPlain(filter),
    indexName: '_id_',
  };
};

/** Whether the filter on `_id` is nothing but a value, `$eq` or `$in`. */
const isPlain = (filter: Document): boolean => {
  const condition = filter.get('_id');
  if (condition === undefined) return false;
  if (!isDocument(condition)) return true;
  const [operator] = condition.keys();
  return condition.size === 1 && (operator === '$in' || operator === '$eq');
};

/** What of each index helps: it bounds what is read, or gives the order. */
const candidatesOf = (request: PlanRequest, bounds: FilterBounds): Candidate[] => {
  const { collection, sort, collation } = request;
  const found: Candidate[] = [];
  const consider = (candidate: Candidate): void => {
    if (candidate.usedFields > 0 || (candidate.isSorted && sort.length > 0)) found.push(candidate);
  };
  if (sort.length > 0 || bounds.paths.has('_id')) {
    consider(candidateFor({ index: undefined, fields: ID_FIELDS, bounds, sort, collation }));
  }
  for (const index of collection.indexes) {
    if (sort.length === 0 && !bounds.paths.has(index.fields[0]?.path ?? '')) continue;
    if (isUsable(index, bounds, request)) {
      consider(candidateFor({ index, fields: index.fields, bounds, sort, collation }));
    }
  }
  return found;
};

const bestOf = (candidates: readonly Candidate[]): Candidate | undefined => {
  let best: Candidate | undefined;
  for (const candidate of candidates)
    if (best === undefined || candidate.score > best.score) best = candidate;
  return best;
};

const isUsable = (
  index: IndexDefinition,
  bounds: FilterBounds,
  { filter, collation }: PlanRequest,
): boolean => {
  if (index.isBuilding || index.specification.get('hidden') === true) return false;
  // A number is the place in an array or a field's name: its keys say one of them.
  if (index.fields.some(({ path }) => /\.\d+(\.|$)/.test(path))) return false;
  if (index.isSparse && !index.fields.some((field) => needsField(bounds, field.path))) return false;
  if (index.partialFilter === undefined) return true;
  return isImplied(index.partialFilter, { filter, bounds, collation, own: index.collation });
};

/** Whether no document without the field can match. */
const needsField = (bounds: FilterBounds, path: string): boolean => {
  const known = bounds.paths.get(path);
  if (known === undefined) return false;
  return known.equals === undefined || known.equals.every((value) => value !== null);
};

/** `$or` whose every branch can use an index: one after the other, each document once. */
const unionOf = (request: PlanRequest, bounds: FilterBounds): Candidate | undefined => {
  if (bounds.branches.length === 0) return undefined;
  const paths: AccessPath[] = [];
  let isSaid = true;
  for (const branch of bounds.branches) {
    const inner = { ...request, sort: [], filter: NO_FILTER };
    const byId = idPlan({ ...inner, filter: request.filter }, branch);
    const found = byId === undefined ? candidatesOf(inner, branch) : [];
    const best =
      request.look !== undefined && found.length > 0 ? leastOf(found, request.look) : bestOf(found);
    const path = byId?.path ?? best?.path;
    if (path === undefined) return undefined;
    paths.push(path);
    isSaid &&= byId === undefined ? best?.isExact === true : isOnlyId(branch);
  }
  return {
    name: undefined,
    path: { kind: 'union', paths },
    isSorted: request.sort.length === 0,
    usedFields: 1,
    says: isSaid ? [BRANCHES] : [],
    isExact: isSaid && bounds.paths.size === 0 && everythingAsked(bounds) !== undefined,
    score: 1,
  };
};

const isOnlyId = (bounds: FilterBounds): boolean =>
  everythingAsked(bounds)?.every((asked) => asked === '_id') === true;

const NO_FILTER: Document = new Map();

const hintedPlan = (request: PlanRequest, hint: Value): Plan => {
  const { collection, sort, collation, filter } = request;
  if (isDocument(hint) && hint.has('$natural')) {
    const isBackward = equalValues(hint.get('$natural') as Value, -1);
    const path: AccessPath = { kind: 'table', isBackward };
    return { path, isSorted: sort.length === 0, isExact: filter.size === 0, indexName: undefined };
  }
  const bounds = analyzeFilter(filter);
  if (hint === '_id_' || (isDocument(hint) && hint.size === 1 && hint.has('_id'))) {
    const byId = idPlan(request, bounds);
    if (byId !== undefined) return byId;
    const candidate = candidateFor({ index: undefined, fields: ID_FIELDS, bounds, sort, collation });
    return planOf(candidate, request);
  }
  const index = collection.indexes.find((one) =>
    typeof hint === 'string' ? one.name === hint : isDocument(hint) && isSameKey(one, hint),
  );
  if (index === undefined || index.isBuilding) {
    throw new StoreError(
      2,
      `error processing query: ns=${collection.namespace} :: caused by :: hint provided does not correspond to an existing index`,
    );
  }
  return planOf(candidateFor({ index, fields: index.fields, bounds, sort, collation }), request);
};

const isSameKey = (index: IndexDefinition, key: Document): boolean => {
  const own = index.specification.get('key') as Document;
  if (own.size !== key.size) return false;
  const names = [...key.keys()];
  return [...own].every(
    ([path, direction], at) => names[at] === path && equalValues(direction, key.get(path) as Value),
  );
};
