import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { collectionName, findCollection } from '../request/fields.ts';
import type { Collection, IndexDefinition } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import { describeIndexes } from '../storage/describe-indexes.ts';
import { normalizeIndexSpecification } from '../storage/index-definition.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  decodeDocument,
  equalValues,
  int32,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import { openListCursor } from './cursor-reply.ts';
import { checkAlive } from './find-rows.ts';

/** `createIndexes`: adds indexes, filling them from what is there. */
export const createIndexes = async (context: CommandContext): Promise<Reply> => {
  const { store, command, database } = context;
  const list = command.get('indexes');
  if (!Array.isArray(list) || list.length === 0 || !list.every(isDocument)) {
    throw new StoreError(2, 'Must specify at least one index to create');
  }
  const specifications = (list as Document[]).map(normalizeIndexSpecification);
  checkCommitQuorum(command.get('commitQuorum'));
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const name = collectionName(context);
  const isNew = store.catalog.find(database, name) === undefined;
  const collection = store.ensureCollection(database, name);
  const before = describeIndexes(collection).length;
  const fresh = specifications.filter((one) => !isThere(collection, one));
  for (const specification of fresh) await buildIndex(context, collection, specification);
  const reply: Document = new Map<string, Value>([
    ['numIndexesBefore', int32(before)],
    ['numIndexesAfter', int32(describeIndexes(collection).length)],
    ['createdCollectionAutomatically', isNew],
  ]);
  if (fresh.length === 0) reply.set('note', 'all indexes already exist');
  return reply;
};

/** One node is every quorum that can be met. @throws StoreError 14, 79, 115 */
const checkCommitQuorum = (quorum: Value | undefined): void => {
  if (quorum === undefined || quorum === null) return;
  if (typeof quorum === 'string') {
    if (quorum === 'majority' || quorum === 'votingMembers') return;
    throw new StoreError(79, `No commit quorum mode named '${quorum}' found in replica set configuration`);
  }
  const nodes = isNumber(quorum) ? toWholeNumber(quorum) : undefined;
  if (nodes === undefined || nodes < 0)
    throw new StoreError(14, "BSON field 'createIndexes.commitQuorum' must be a string or a whole number");
  if (nodes > 1)
    throw new StoreError(115, 'a commit quorum of several nodes is not supported by the embedded store');
};

/** Whether the same index is there. @throws StoreError 85, 86 when another one has its name or its keys. */
const isThere = (collection: Collection, wanted: Document): boolean => {
  const key = wanted.get('key') as Document;
  if (key.size === 1 && key.has('_id')) return true;
  for (const index of collection.indexes) {
    const own = index.specification;
    const hasSameName = own.get('name') === wanted.get('name');
    const hasSameKey =
      equalValues(own.get('key') as Value, key) && isSameOrder(own.get('key') as Document, key);
    if (!hasSameName && !hasSameKey) continue;
    const isSame = comparable(own) === comparable(wanted);
    if (hasSameKey && hasSameName && isSame) return true;
    if (hasSameName && (!hasSameKey || distinguishes(own, wanted))) {
      throw new StoreError(
        86,
        `An existing index has the same name as the requested index. Requested index: ${show(wanted)}, existing index: ${show(own)}`,
      );
    }
    if (hasSameKey && (hasSameName || isSame || !distinguishes(own, wanted))) {
      throw new StoreError(
        85,
        `Index with name: ${String(wanted.get('name'))} already exists with different options. Existing index: ${show(own)}`,
      );
    }
  }
  return false;
};

const isSameOrder = (one: Document, other: Document): boolean =>
  [...one.keys()].join('\0') === [...other.keys()].join('\0');

/** Two indexes over the same keys may stand side by side, under two names, when they differ in one of these. */
const distinguishes = (one: Document, other: Document): boolean =>
  ['collation', 'partialFilterExpression', 'unique', 'sparse'].some(
    (name) => showValue(one.get(name)) !== showValue(other.get(name)),
  );

const OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds', 'collation'];

const comparable = (specification: Document): string =>
  OPTIONS.map((name) => showValue(specification.get(name))).join('|');

const show = (specification: Document): string =>
  `{ ${[...specification].map(([name, value]) => `${name}: ${showValue(value)}`).join(', ')} }`;

const showValue = (value: Value | undefined): string => {
  if (isDocument(value)) return show(value);
  if (Array.isArray(value)) return `[ ${value.map(showValue).join(', ')} ]`;
  return typeof value === 'object' && value !== null && 'value' in value
    ? String(value.value)
    : String(value);
};

const PAGE_ROWS = 128;

const buildIndex = async (
  context: CommandContext,
  collection: Collection,
  specification: Document,
): Promise<void> => {
  const { store, operation } = context;
  const index = store.changeCatalog(() => store.catalog.addIndex(collection, specification));
  try {
    const rows = store.view.rows(collection, { kind: 'table', isBackward: false });
    for (;;) {
      const page = rows.next(PAGE_ROWS);
      if (page.length === 0) break;
      store.group.begin();
      for (const row of page) addRow(context, collection, index, row);
      if (operation.isSpent()) {
        await operation.pauseForWriting();
        checkAlive(collection);
      }
    }
    store.changeCatalog(() => store.catalog.completeIndex(collection, index, store.sequence.next()));
  } catch (error) {
    // Whatever went wrong, half an index must not stay; it is gone already when all of the turn is lost.
    store.group.failIfLost(error);
    if (!collection.isDropped) store.changeCatalog(() => store.catalog.dropIndex(collection, index));
    throw error;
  }
};

const addRow = (
  { store }: CommandContext,
  collection: Collection,
  index: IndexDefinition,
  row: RecordRow,
): void => {
  store.records.addToIndex({ collection, index, rid: row.rid, document: decodeDocument(row.doc) });
};

/** `listIndexes`: the indexes of a collection. */
export const listIndexes = (context: CommandContext): Promise<Reply> => {
  const collection = findCollection(context);
  if (collection === undefined)
    throw new StoreError(26, `ns does not exist: ${context.database}.${collectionName(context)}`);
  return openListCursor(context, collection.namespace, describeIndexes(collection));
};

/** `dropIndexes`: removes one index, several, or all but `_id_`. */
export const dropIndexes = async (context: CommandContext): Promise<Reply> => {
  const { store, command } = context;
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const collection = findCollection(context);
  if (collection === undefined)
    throw new StoreError(26, `ns not found ${context.database}.${collectionName(context)}`);
  const wanted = command.get('index');
  const before = collection.indexes.length + 1;
  const chosen =
    wanted === '*'
      ? [...collection.indexes]
      : (Array.isArray(wanted) ? wanted : [wanted]).map((one) => choose(collection, one));
  const twice = chosen.find((index, at) => chosen.indexOf(index) !== at);
  // As in MongoDB: by the second time it is gone, and none is dropped.
  if (twice !== undefined) throw new StoreError(27, `index not found with name [${twice.name}]`);
  store.changeCatalog(() => {
    for (const index of chosen) store.catalog.dropIndex(collection, index);
  });
  return new Map<string, Value>([['nIndexesWas', int32(before)]]);
};

const choose = (collection: Collection, wanted: Value | undefined): IndexDefinition => {
  const isId = wanted === '_id_' || (isDocument(wanted) && wanted.size === 1 && wanted.has('_id'));
  if (isId) throw new StoreError(72, 'cannot drop _id index');
  const found = collection.indexes.find((index) => {
    if (typeof wanted === 'string') return index.name === wanted;
    const key = index.specification.get('key') as Document;
    return isDocument(wanted) && equalValues(key, wanted) && isSameOrder(key, wanted);
  });
  if (found === undefined) throw new StoreError(27, `index not found with name [${showValue(wanted)}]`);
  return found;
};
