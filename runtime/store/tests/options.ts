/** The options of one command, statement or nested document, as the manual's page lists them. */
export interface OptionsOf {
  /** A command that carries the options; statements and nested documents say where by `place`. */
  command: Record<string, unknown>;
  /** Where the options are put, as a path into the command; the command itself when absent. */
  place?: string;
  /** Options that are carried out or have no effect on one node without validators, with a value that they take. */
  done: Record<string, unknown>;
  /** Options that ask for what is not carried out: refused. */
  refused?: Record<string, unknown>;
}

const COLLATION = { locale: 'en' };
const UUID = 'any';

/** By the names that `server/known-fields.ts` knows. */
export const OPTIONS: Record<string, OptionsOf> = {
  find: {
    command: { find: 'c' },
    done: {
      filter: {},
      sort: { _id: 1 },
      projection: { a: 1 },
      hint: '_id_',
      skip: 1,
      limit: 2,
      batchSize: 1,
      singleBatch: true,
      noCursorTimeout: true,
      allowPartialResults: true,
      collation: COLLATION,
      allowDiskUse: true,
      let: { a: 1 },
      oplogReplay: true,
    },
    refused: {
      tailable: true,
      awaitData: true,
      returnKey: true,
      showRecordId: true,
      min: { a: 1 },
      max: { a: 1 },
      collectionUUID: UUID,
      requestResumeToken: true,
      resumeAfter: { a: 1 },
      startAt: { a: 1 },
      readOnce: true,
    },
  },
  aggregate: {
    command: { aggregate: 'c', pipeline: [], cursor: {} },
    done: {
      allowDiskUse: true,
      bypassDocumentValidation: true,
      collation: COLLATION,
      hint: '_id_',
      let: { a: 1 },
    },
    refused: {
      explain: true,
      collectionUUID: UUID,
      exchange: { a: 1 },
      fromRouter: true,
      needsMerge: true,
      requestResumeToken: true,
      resumeAfter: { a: 1 },
      startAt: { a: 1 },
    },
  },
  cursor: { command: { aggregate: 'c', pipeline: [], cursor: {} }, place: 'cursor', done: { batchSize: 1 } },
  validate: {
    command: { validate: 'c' },
    done: { full: true, background: true, checkBSONConformance: true },
    refused: { repair: true, fixMultikey: true, metadata: true, enforceFastCount: true },
  },
  count: {
    command: { count: 'c' },
    done: { query: {}, limit: 1, skip: 1, hint: '_id_', collation: COLLATION, fields: { a: 1 } },
    refused: { collectionUUID: UUID },
  },
  distinct: {
    command: { distinct: 'c', key: 'a' },
    done: { query: {}, collation: COLLATION, hint: '_id_' },
    refused: { collectionUUID: UUID },
  },
  insert: {
    command: { insert: 'c', documents: [{}] },
    done: { ordered: false, bypassDocumentValidation: true },
    refused: { collectionUUID: UUID, encryptionInformation: { a: 1 } },
  },
  update: {
    command: { update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } } }] },
    done: { ordered: false, bypassDocumentValidation: true, let: { a: 1 } },
    refused: { collectionUUID: UUID, encryptionInformation: { a: 1 } },
  },
  'update.updates': {
    command: { update: 'c', updates: [{ q: { _id: 1 }, u: [{ $set: { a: 1 } }] }] },
    place: 'updates.0',
    done: {
      c: { x: 1 },
      upsert: true,
      multi: true,
      collation: COLLATION,
      arrayFilters: [],
      hint: '_id_',
      sort: { _id: 1 },
    },
    refused: { upsertSupplied: true },
  },
  delete: {
    command: { delete: 'c', deletes: [{ q: { _id: 0 }, limit: 1 }] },
    done: { ordered: false, let: { a: 1 } },
    refused: { collectionUUID: UUID, encryptionInformation: { a: 1 } },
  },
  'delete.deletes': {
    command: { delete: 'c', deletes: [{ q: { _id: 0 }, limit: 1 }] },
    place: 'deletes.0',
    done: { collation: COLLATION, hint: '_id_' },
  },
  findAndModify: {
    command: { findAndModify: 'c', query: { _id: 0 }, update: [{ $set: { a: 1 } }] },
    done: {
      sort: { _id: 1 },
      new: true,
      fields: { a: 1 },
      projection: { a: 1 },
      upsert: true,
      remove: false,
      bypassDocumentValidation: true,
      collation: COLLATION,
      arrayFilters: [],
      hint: '_id_',
      let: { a: 1 },
    },
    refused: { collectionUUID: UUID, encryptionInformation: { a: 1 } },
  },
  bulkWrite: {
    command: { bulkWrite: 1, nsInfo: [{ ns: 'DB.c' }], ops: [{ insert: 0, document: {} }] },
    done: { ordered: false, bypassDocumentValidation: true, let: { a: 1 }, errorsOnly: true, cursor: {} },
  },
  'bulkWrite.nsInfo': {
    command: { bulkWrite: 1, nsInfo: [{ ns: 'DB.c' }], ops: [{ insert: 0, document: {} }] },
    place: 'nsInfo.0',
    done: {},
    refused: { collectionUUID: UUID, encryptionInformation: { a: 1 } },
  },
  'bulkWrite.insert': {
    command: { bulkWrite: 1, nsInfo: [{ ns: 'DB.c' }], ops: [{ insert: 0, document: {} }] },
    place: 'ops.0',
    done: {},
  },
  'bulkWrite.update': {
    command: {
      bulkWrite: 1,
      nsInfo: [{ ns: 'DB.c' }],
      ops: [{ update: 0, filter: { _id: 1 }, updateMods: [{ $set: { a: 1 } }] }],
    },
    place: 'ops.0',
    done: {
      multi: true,
      upsert: true,
      arrayFilters: [],
      hint: '_id_',
      constants: { x: 1 },
      collation: COLLATION,
      sort: { _id: 1 },
    },
    refused: { upsertSupplied: true },
  },
  'bulkWrite.delete': {
    command: { bulkWrite: 1, nsInfo: [{ ns: 'DB.c' }], ops: [{ delete: 0, filter: { _id: 0 } }] },
    place: 'ops.0',
    done: { multi: true, hint: '_id_', collation: COLLATION },
  },
  create: {
    command: { create: 'fresh' },
    done: { autoIndexId: true, idIndex: { key: { _id: 1 }, name: '_id_' }, collation: { locale: 'simple' } },
    refused: {
      size: 4096,
      max: 10,
      capped: true,
      timeseries: { timeField: 't' },
      clusteredIndex: { unique: true },
      validator: { a: 1 },
      validationLevel: 'off',
      validationAction: 'warn',
      viewOn: 'c',
      pipeline: [],
      expireAfterSeconds: 1,
      encryptedFields: { fields: [] },
      storageEngine: { wiredTiger: {} },
      changeStreamPreAndPostImages: { enabled: true },
      indexOptionDefaults: { storageEngine: {} },
      temp: true,
      flags: 1,
      recordIdsReplicated: true,
    },
  },
  drop: {
    command: { drop: 'absent' },
    done: {},
    refused: { collectionUUID: UUID, encryptedFields: { fields: [] } },
  },
  dropDatabase: { command: { dropDatabase: 1 }, done: {} },
  renameCollection: {
    command: { renameCollection: 'DB.c', to: 'DB.d' },
    done: { dropTarget: true },
    refused: { stayTemp: true, collectionUUID: UUID },
  },
  collMod: {
    command: { collMod: 'c', index: { name: 'a_1', hidden: false } },
    done: {},
    refused: {
      validator: { a: 1 },
      validationLevel: 'off',
      validationAction: 'warn',
      viewOn: 'c',
      pipeline: [],
      changeStreamPreAndPostImages: { enabled: true },
      expireAfterSeconds: 1,
      timeseries: { a: 1 },
      dryRun: true,
      cappedSize: 1,
      cappedMax: 1,
      recordPreImages: true,
      noPadding: true,
      usePowerOf2Sizes: true,
    },
  },
  'collMod.index': {
    command: { collMod: 'c', index: { name: 'a_1' } },
    place: 'index',
    done: { keyPattern: { a: 1 }, expireAfterSeconds: 3600, hidden: true },
    refused: { unique: true, prepareUnique: true, forceNonUnique: true },
  },
  createIndexes: {
    command: { createIndexes: 'c', indexes: [{ key: { b: 1 }, name: 'b_1' }] },
    done: { commitQuorum: 'majority', v: 2 },
    refused: { ignoreUnknownIndexOptions: true },
  },
  dropIndexes: { command: { dropIndexes: 'c', index: 'a_1' }, done: {}, refused: { collectionUUID: UUID } },
  listIndexes: {
    command: { listIndexes: 'c' },
    done: { cursor: { batchSize: 1 } },
    refused: { includeBuildUUIDs: true, includeIndexBuildInfo: true },
  },
  listCollections: {
    command: { listCollections: 1 },
    done: { filter: {}, nameOnly: true, authorizedCollections: true, cursor: { batchSize: 1 } },
  },
  listDatabases: {
    command: { listDatabases: 1 },
    done: { filter: {}, nameOnly: true, authorizedDatabases: true },
  },
  getMore: {
    command: { getMore: 1n, collection: 'c' },
    done: { batchSize: 1 },
    refused: { term: 1, lastKnownCommittedOpTime: { ts: 1 } },
  },
  killCursors: { command: { killCursors: 'c', cursors: [] }, done: {} },
  commitTransaction: {
    command: { commitTransaction: 1 },
    done: { recoveryToken: { a: 1 } },
    refused: { commitTimestamp: 1, durableTimestamp: 1 },
  },
  abortTransaction: { command: { abortTransaction: 1 }, done: { recoveryToken: { a: 1 } } },
  endSessions: { command: { endSessions: [] }, done: {} },
  killSessions: { command: { killSessions: [] }, done: {} },
  profile: {
    command: { profile: -1 },
    done: { slowms: 100, sampleRate: 1, filter: { millis: { $gte: 100 } } },
  },
  collStats: { command: { collStats: 'c' }, done: { scale: 1024 } },
  dbStats: { command: { dbStats: 1 }, done: { scale: 1024 }, refused: { freeStorage: 1 } },
};
