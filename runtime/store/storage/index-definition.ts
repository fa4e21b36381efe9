import { compileMatch, filterFields } from '../match/index.ts';
import { StoreError } from '../value/errors.ts';
import { compileCollation, type Document, int32, isDocument, isNumber, type Value } from '../value/index.ts';
import type { IndexDefinition, IndexField } from './collection.ts';

/** Options of an index that are kept and obeyed. */
const KNOWN_OPTIONS = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'background',
  'hidden',
  'ns',
]);

/** Options of MongoDB's that are not carried out. */
const REFUSED_OPTIONS = new Set([
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'bucketSize',
  'storageEngine',
  'wildcardProjection',
  'prepareUnique',
  'clustered',
]);

/** Kinds of index that this store does not have; a client is told so instead of getting a plain one. */
const REFUSED_KINDS = new Set(['text', '2d', '2dsphere', 'hashed', 'geoHaystack', 'columnstore']);

/**
 * Checks one entry of `createIndexes` and completes it (name, version, plain booleans).
 * @throws StoreError 115 for kinds that are not carried, 67/197/2 for what MongoDB refuses too.
 */
export const normalizeIndexSpecification = (given: Document): Document => {
  const key = given.get('key');
  if (!isDocument(key) || key.size === 0) throw new StoreError(67, 'Index keys cannot be empty.');
  for (const [path, direction] of key) checkKeyField(path, direction);
  for (const option of given.keys()) {
    if (KNOWN_OPTIONS.has(option)) continue;
    throw REFUSED_OPTIONS.has(option)
      ? new StoreError(115, `index option '${option}' is not supported by the embedded store`)
      : new StoreError(197, `The field '${option}' is not valid for an index specification`);
  }
  const result: Document = new Map<string, Value>([
    ['v', int32(2)],
    ['key', key],
  ]);
  const name = given.get('name');
  if (name === undefined)
    throw new StoreError(9, "The 'name' field is a required property of an index specification");
  if (typeof name !== 'string' || name === '') throw new StoreError(67, 'index name cannot be empty');
  result.set('name', name);
  for (const option of ['unique', 'sparse', 'hidden'] as const) {
    if (isTruthy(given.get(option))) result.set(option, true);
  }
  const partial = given.get('partialFilterExpression');
  if (partial !== undefined) {
    if (!isDocument(partial)) throw new StoreError(67, 'partialFilterExpression must be an object');
    if (result.has('sparse'))
      throw new StoreError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
    compileMatch(partial);
    result.set('partialFilterExpression', partial);
  }
  const expire = given.get('expireAfterSeconds');
  if (expire !== undefined) result.set('expireAfterSeconds', checkExpiry(expire, key));
  const collation = given.get('collation');
  if (collation !== undefined) {
    if (!isDocument(collation)) throw new StoreError(14, 'collation must be an object');
    if (compileCollation(collation) !== undefined) result.set('collation', collation);
  }
  return result;
};

const checkKeyField = (path: string, direction: Value): void => {
  if (typeof direction === 'string') {
    const known = REFUSED_KINDS.has(direction);
    throw new StoreError(
      known ? 115 : 67,
      `index kind '${direction}' is not supported by the embedded store`,
    );
  }
  if (path.includes('$**'))
    throw new StoreError(115, 'wildcard indexes are not supported by the embedded store');
  const value = plainNumber(direction);
  if (value === undefined || value === 0 || Number.isNaN(value)) {
    throw new StoreError(
      67,
      `Values in v:2 index key pattern must be non-zero numbers; got ${String(direction)}`,
    );
  }
  const parts = path.split('.');
  if (parts.some((part) => part === ''))
    throw new StoreError(67, `Index keys cannot contain an empty field: '${path}'`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw new StoreError(67, `Index key contains an illegal field name: '${path}'`);
  }
};

const checkExpiry = (expire: Value, key: Document): Value => {
  const seconds = plainNumber(expire);
  if (seconds === undefined) throw new StoreError(14, 'expireAfterSeconds must be a number');
  if (key.size !== 1)
    throw new StoreError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  if (key.has('_id')) throw new StoreError(197, 'The field expireAfterSeconds is not valid for an _id index');
  if (seconds < 0 || seconds > 2147483647) {
    throw new StoreError(67, 'TTL index expireAfterSeconds must be within 0 and 2147483647');
  }
  return int32(Math.floor(seconds));
};

/** A JS number for any of BSON's numbers, undefined for everything else. */
const plainNumber = (value: Value | undefined): number | undefined => {
  if (!isNumber(value)) return undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return Number('value' in value ? value.value : value.toString());
};

const isTruthy = (value: Value | undefined): boolean => value === true || (plainNumber(value) ?? 0) !== 0;

/** Makes the definition that planner and writers use from a normalized specification. */
export const compileIndex = (id: number, specification: Document): IndexDefinition => {
  const key = specification.get('key') as Document;
  const fields: IndexField[] = [...key].map(([path, direction]) => ({
    path,
    parts: path.split('.'),
    isDescending: (plainNumber(direction) ?? 1) < 0,
  }));
  const partialFilter = specification.get('partialFilterExpression') as Document | undefined;
  const partialFields = partialFilter === undefined ? [] : filterFields(partialFilter);
  const expire = plainNumber(specification.get('expireAfterSeconds'));
  const collation = compileCollation(specification.get('collation') as Document | undefined);
  const touchedBy = new Set(fields.map((field) => field.parts[0] as string));
  for (const name of partialFields ?? []) touchedBy.add(name);
  return {
    id,
    name: specification.get('name') as string,
    fields,
    specification,
    isUnique: specification.get('unique') === true,
    isSparse: specification.get('sparse') === true,
    isMultikey: false,
    isBuilding: false,
    createdAt: 0,
    // Texts in the filter are compared as those in the keys are.
    partial: partialFilter === undefined ? undefined : compileMatch(partialFilter, { collation }),
    partialFilter,
    partialTouchesAll: partialFields === undefined,
    collation,
    expireAfterSeconds: expire,
    touchedBy: [...touchedBy],
  };
};
