import type { CommandContext } from '../engine/context.ts';
import type { EmbeddedStore } from '../engine/store.ts';
import { compileMatch } from '../match/index.ts';
import type { Reply } from '../request/context.ts';
import {
  booleanField,
  collectionName,
  documentField,
  findCollection,
  numberField,
} from '../request/fields.ts';
import { checkKnownFields } from '../request/known-fields.ts';
import type { ChangeKind } from '../storage/change-log.ts';
import type { Collection } from '../storage/collection.ts';
import { describeIndexes } from '../storage/describe-indexes.ts';
import { StoreError } from '../value/errors.ts';
import {
  Binary,
  compileCollation,
  type Document,
  int32,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import { openListCursor } from './cursor-reply.ts';

/** `create`: makes an empty collection. */
export const create = async (context: CommandContext): Promise<Reply> => {
  const { store, command, database } = context;
  const name = collectionName(context);
  checkCreateOptions(command);
  if (store.group.isHeld()) await context.operation.waitForTurn();
  // As in MongoDB: making what is there already, with the same options, is no error.
  if (store.catalog.find(database, name) === undefined) store.ensureCollection(database, name);
  return new Map();
};

/** @throws StoreError 72 for options that MongoDB refuses, 115 for what would make another collection than the plain one. */
const checkCreateOptions = (command: Document): void => {
  for (const option of ['size', 'max']) {
    if (numberField(command, option) !== undefined)
      throw new StoreError(72, `the 'capped' field needs to be true when the '${option}' field is present`);
  }
  if (booleanField(command, 'autoIndexId') === false)
    throw new StoreError(72, 'autoIndexId may be false only for collections of the local database');
  const idIndex = documentField(command, 'create', 'idIndex');
  const collation = documentField(command, 'create', 'collation');
  const idCollation =
    idIndex === undefined ? undefined : documentField(idIndex, 'create.idIndex', 'collation');
  for (const wanted of [collation, idCollation]) {
    if (compileCollation(wanted) !== undefined)
      throw new StoreError(115, "create option 'collation' is not supported by the embedded store");
  }
};

/** `drop`: removes a collection with its indexes. */
export const drop = async (context: CommandContext): Promise<Reply> => {
  const { store } = context;
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const collection = findCollection(context);
  if (collection === undefined) return new Map();
  const indexes = collection.indexes.length + 1;
  dropCollection(store, collection);
  return new Map<string, Value>([
    ['nIndexesWas', int32(indexes)],
    ['ns', collection.namespace],
  ]);
};

const dropCollection = (store: EmbeddedStore, collection: Collection): void => {
  store.changeCatalog(() => store.catalog.drop(collection));
  logChange(store, collection, 'drop');
};

const logChange = (
  store: EmbeddedStore,
  collection: Collection,
  kind: ChangeKind,
  after?: Uint8Array,
): void => {
  const { database, name: collectionNamed, loggedSince } = collection;
  const sequence = store.sequence.next();
  store.changes.append(
    { sequence, kind, database, collection: collectionNamed, before: undefined, after },
    loggedSince !== undefined,
  );
};

/** `dropDatabase`: removes every collection of a database. */
export const dropDatabase = async (context: CommandContext): Promise<Reply> => {
  const { store, database } = context;
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const collections = store.catalog.list(database);
  for (const collection of collections) dropCollection(store, collection);
  const isLogged = collections.some((collection) => collection.loggedSince !== undefined);
  if (collections.length > 0) {
    const sequence = store.sequence.next();
    const change = {
      sequence,
      kind: 'dropDatabase' as const,
      database,
      collection: '',
      before: undefined,
      after: undefined,
    };
    store.changes.append(change, isLogged);
  }
  return new Map<string, Value>([['dropped', database]]);
};

/** `renameCollection`: gives a collection another name. */
export const renameCollection = async (context: CommandContext): Promise<Reply> => {
  const { store, command } = context;
  const from = command.get('renameCollection');
  const to = command.get('to');
  if (typeof from !== 'string' || typeof to !== 'string')
    throw new StoreError(14, 'renameCollection and to must be strings');
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const [sourceDatabase, sourceName] = split(from);
  const [targetDatabase, targetName] = split(to);
  const source = store.catalog.find(sourceDatabase, sourceName);
  if (source === undefined) throw new StoreError(26, `Source collection ${from} does not exist`);
  const target = store.catalog.find(targetDatabase, targetName);
  if (target !== undefined) {
    if (booleanField(command, 'dropTarget') !== true) throw new StoreError(48, 'target namespace exists');
    dropCollection(store, target);
  }
  const { database, name } = source;
  store.changeCatalog(() => store.catalog.rename(source, targetDatabase, targetName));
  logChange(store, { ...source, database, name }, 'rename', Buffer.from(to));
  return new Map();
};

const split = (namespace: string): [string, string] => {
  const dot = namespace.indexOf('.');
  if (dot < 1) throw new StoreError(73, `Invalid namespace specified '${namespace}'`);
  return [namespace.slice(0, dot), namespace.slice(dot + 1)];
};

/** `listCollections`: the collections of a database. */
export const listCollections = (context: CommandContext): Promise<Reply> => {
  const { store, command, database } = context;
  const filter = documentField(command, 'listCollections', 'filter');
  const matcher = filter === undefined ? undefined : compileMatch(filter);
  const isNameOnly = booleanField(command, 'nameOnly') === true;
  const described = store.catalog
    .list(database)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((collection) => describeCollection(collection, isNameOnly));
  const kept = matcher === undefined ? described : described.filter((one) => matcher.test(one));
  return openListCursor(context, `${database}.$cmd.listCollections`, kept);
};

const describeCollection = (collection: Collection, isNameOnly: boolean): Document => {
  const described: Document = new Map<string, Value>([
    ['name', collection.name],
    ['type', 'collection'],
  ]);
  if (isNameOnly) return described;
  described.set('options', collection.options);
  const uuid = new Binary(collection.uuid, Binary.SUBTYPE_UUID);
  described.set(
    'info',
    new Map<string, Value>([
      ['readOnly', false],
      ['uuid', uuid],
    ]),
  );
  described.set('idIndex', describeIndexes(collection)[0] as Document);
  return described;
};

/** `listDatabases`: the databases that have collections. */
export const listDatabases = (context: CommandContext): Reply => {
  const { store, command } = context;
  const filter = documentField(command, 'listDatabases', 'filter');
  const matcher = filter === undefined ? undefined : compileMatch(filter);
  const total = fileBytes(store);
  const names = store.catalog.databases();
  const databases = names
    .map((name): Document => {
      if (booleanField(command, 'nameOnly') === true) return new Map([['name', name]]);
      // One file holds them all: each is given an equal part of it.
      return new Map<string, Value>([
        ['name', name],
        ['sizeOnDisk', Math.floor(total / names.length)],
        ['empty', false],
      ]);
    })
    .filter((one) => matcher === undefined || matcher.test(one));
  return new Map<string, Value>([
    ['databases', databases],
    ['totalSize', total],
  ]);
};

/** Bytes of the store's file. */
export const fileBytes = (store: EmbeddedStore): number => {
  const pages = store.writer.prepare<{ page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0;
  const size = store.writer.prepare<{ page_size: number }>('PRAGMA page_size').get()?.page_size ?? 0;
  return pages * size;
};

/** `collMod`: changes when a TTL index expires, or hides an index. */
export const collMod = async (context: CommandContext): Promise<Reply> => {
  const { store, command } = context;
  if (store.group.isHeld()) await context.operation.waitForTurn();
  const collection = findCollection(context);
  if (collection === undefined) throw new StoreError(26, 'ns does not exist');
  const change = documentField(command, 'collMod', 'index');
  if (change !== undefined) checkKnownFields(change, 'collMod.index');
  if (change === undefined) throw new StoreError(115, 'collMod changes only indexes in the embedded store');
  const wanted = change.get('name');
  const index = collection.indexes.find(
    (one) => one.name === wanted || sameKey(one.specification.get('key'), change.get('keyPattern')),
  );
  if (index === undefined) throw new StoreError(27, 'cannot find index for collMod');
  const expire = change.get('expireAfterSeconds');
  if (isNumber(expire)) {
    index.expireAfterSeconds = toWholeNumber(expire) ?? 0;
    index.specification.set('expireAfterSeconds', int32(index.expireAfterSeconds));
  }
  const hidden = change.get('hidden');
  if (hidden === true) index.specification.set('hidden', true);
  else if (hidden === false) index.specification.delete('hidden');
  store.changeCatalog(() => store.catalog.saveIndex(index));
  return new Map();
};

const sameKey = (own: Value | undefined, wanted: Value | undefined): boolean =>
  isDocument(own) && isDocument(wanted) && [...own.keys()].join() === [...wanted.keys()].join();
