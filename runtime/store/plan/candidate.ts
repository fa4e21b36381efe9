import { encodeRange, everythingAsked, type FilterBounds, prefixEnd } from '../match/index.ts';
import type { IndexDefinition, IndexField } from '../storage/collection.ts';
import type { AccessPath, KeyRange } from '../storage/row-source.ts';
import { type Collation, encodeKey, type Value } from '../value/index.ts';

/** One field of a wanted order. */
export interface SortField {
  path: string;
  isDescending: boolean;
}

/** One index's answer to a request. */
export interface Candidate {
  /** undefined: several indexes together. */
  name: string | undefined;
  path: AccessPath;
  isSorted: boolean;
  /** Leading fields of the index that the filter bounds. */
  usedFields: number;
  /** What of the filter every document of the path meets, by what `everythingAsked` calls it. */
  says: readonly string[];
  /** Every key of the path leads to a document that matches. */
  isExact: boolean;
  score: number;
}

/** The index every collection has: on `_id`, within the table itself. */
export const ID_FIELDS: readonly IndexField[] = [{ path: '_id', parts: ['_id'], isDescending: false }];

/** Ranges that one read may consist of; more `$in` values than this leave further fields to the filter. */
const MOST_RANGES = 20_000;
const WHOLE_INDEX: KeyRange = { low: new Uint8Array(0), high: new Uint8Array([255, 255]) };

interface CandidateInput {
  /** undefined: the index on `_id`. */
  index: IndexDefinition | undefined;
  fields: readonly IndexField[];
  bounds: FilterBounds;
  sort: readonly SortField[];
  collation: Collation | undefined;
}

/** Works out which keys of an index a filter needs and whether they come in the wanted order. */
export const candidateFor = (input: CandidateInput): Candidate => {
  const { index, fields, sort } = input;
  const { prefixes, equalFields, fixedFields, range, isCut } = boundsOf(input);
  const ranges = rangesOf(prefixes, equalFields, range);
  const usedFields = equalFields + (range === undefined ? 0 : 1);
  const order = sortOrder(input, fixedFields);
  const isSorted = sort.length === 0 || order !== undefined;
  const isBackward = order === 'backward';
  const name = index?.name ?? '_id_';
  const isWhole = index?.isUnique === true && equalFields === fields.length;
  const path = ((): AccessPath => {
    if (ranges.length === 0) return { kind: 'nothing' };
    if (index === undefined) return { kind: 'idRange', ranges, isBackward };
    if (!isWhole) return { kind: 'index', index, ranges, isBackward };
    const keys = ranges.map(({ low }) => low);
    return { kind: 'uniqueKeys', index, keys: isBackward ? keys.reverse() : keys };
  })();
  const score = equalFields * 10 + (range === undefined ? 0 : range.isTwoSided ? 6 : 4) + (isWhole ? 20 : 0);
  const says = isCut ? [] : saidBy(input, usedFields);
  const isExact = everythingAsked(input.bounds)?.every((asked) => says.includes(asked)) ?? false;
  const ordered = isSorted && sort.length > 0 ? 5 : 0;
  return { name, path, isSorted, usedFields, says, isExact, score: score + ordered };
};

/** What the keys say all of: paths whose conditions bound one of their fields. */
const saidBy = ({ index, fields, bounds, collation }: CandidateInput, usedFields: number): string[] =>
  collation === undefined && index?.collation === undefined
    ? fields
        .slice(0, usedFields)
        .map(({ path }) => path)
        .filter((path) => !bounds.partly.has(path) && (!path.includes('.') || isPresent(path, bounds)))
    : [];

/** Whether a path within a path is held to values: what is missing there has more than one form. */
const isPresent = (path: string, bounds: FilterBounds): boolean =>
  bounds.paths.get(path)?.equals?.every((value) => value !== null) === true;

interface IndexBounds {
  /** Encoded values of the leading equality fields, all combinations. */
  prefixes: Uint8Array[];
  equalFields: number;
  /** Paths held to one single value. */
  fixedFields: Set<string>;
  range: { from: Uint8Array; to: Uint8Array; isTwoSided: boolean } | undefined;
  /** One end of a range had to be left out. */
  isCut: boolean;
}

const boundsOf = ({ index, fields, bounds, collation }: CandidateInput): IndexBounds => {
  const result: IndexBounds = {
    prefixes: [new Uint8Array(0)],
    equalFields: 0,
    fixedFields: new Set(),
    range: undefined,
    isCut: false,
  };
  const boundNames = new Set<string>();
  for (const field of fields) {
    const known = bounds.paths.get(field.path);
    if (known === undefined) break;
    // Within one array, each of two conditions may be met by another element, but a key holds one element's values.
    const name = field.parts[0] as string;
    if (index?.isMultikey && boundNames.has(name)) break;
    boundNames.add(name);
    const isFit = (value: Value): boolean => isFitForKeys(value, collation, index?.collation);
    if (known.equals !== undefined) {
      if (!known.equals.every(isFit) || result.prefixes.length * known.equals.length > MOST_RANGES) break;
      const keys = known.equals.map((value) => encodeKey(value, field.isDescending, index?.collation));
      result.prefixes = combine(result.prefixes, keys);
      result.equalFields += 1;
      if (known.equals.length === 1) result.fixedFields.add(field.path);
      continue;
    }
    const lower = known.lower !== undefined && isFit(known.lower.value) ? known.lower : undefined;
    // Two elements of one array may meet one end each: only one end bounds an index over arrays.
    const isOneSided = lower !== undefined && (index?.isMultikey ?? false);
    const upper =
      !isOneSided && known.upper !== undefined && isFit(known.upper.value) ? known.upper : undefined;
    if (lower === undefined && upper === undefined) break;
    result.isCut = isOneSided && known.upper !== undefined;
    const ends = { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
    const range = encodeRange(ends, field.isDescending, index?.collation);
    result.range = { ...range, isTwoSided: lower !== undefined && upper !== undefined };
    break;
  }
  return result;
};

/**
 * Whether a value can be looked up among keys: arrays cannot (their elements are the keys), and strings only
 * under the collation that the index was made with.
 */
export const isFitForKeys = (
  value: Value,
  query: Collation | undefined,
  own: Collation | undefined,
): boolean => {
  if (Array.isArray(value)) return false;
  if (query?.id === own?.id) return true;
  return typeof value !== 'object' ? typeof value !== 'string' : !(value instanceof Map);
};

const combine = (prefixes: readonly Uint8Array[], keys: readonly Uint8Array[]): Uint8Array[] => {
  if (prefixes.length === 1 && prefixes[0]?.length === 0) return [...keys];
  const all: Uint8Array[] = [];
  for (const prefix of prefixes) for (const key of keys) all.push(Buffer.concat([prefix, key]));
  return all;
};

const rangesOf = (
  prefixes: readonly Uint8Array[],
  equalFields: number,
  range: IndexBounds['range'],
): KeyRange[] => {
  if (equalFields === 0 && range === undefined) return [WHOLE_INDEX];
  const ranges = prefixes.map((prefix): KeyRange => {
    if (range === undefined) return { low: prefix, high: prefixEnd(prefix) };
    return { low: Buffer.concat([prefix, range.from]), high: Buffer.concat([prefix, range.to]) };
  });
  if (ranges.length > 1) ranges.sort((one, other) => Buffer.compare(one.low, other.low));
  return ranges.filter(
    (one, at) => at === 0 || Buffer.compare(one.low, (ranges[at - 1] as KeyRange).low) !== 0,
  );
};

/** The direction in which the index gives the wanted order, if it does. */
const sortOrder = (input: CandidateInput, fixed: ReadonlySet<string>): 'forward' | 'backward' | undefined => {
  const { index, fields, collation } = input;
  if (index?.isMultikey || collation?.id !== index?.collation?.id || index?.collation !== undefined)
    return undefined;
  const sort = input.sort.filter((one) => !fixed.has(one.path));
  const rest = fields.filter((field) => !fixed.has(field.path));
  if (sort.length > rest.length) return undefined;
  if (sort.length === 0) return 'forward';
  const isReversed = sort[0]?.isDescending !== rest[0]?.isDescending;
  const fits = sort.every((one, at) => {
    const field = rest[at];
    return field?.path === one.path && (one.isDescending !== field.isDescending) === isReversed;
  });
  return fits ? (isReversed ? 'backward' : 'forward') : undefined;
};
