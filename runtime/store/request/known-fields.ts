import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, type Value } from '../value/index.ts';
import { booleanField } from './fields.ts';

/** Fields that every command may have (src/mongo/idl/generic_argument.idl); so may any that begins with `$`. */
const GENERIC = new Set([
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'autocommit',
  'comment',
  'lsid',
  'maxTimeMS',
  'maxTimeMSOpOnly',
  'readConcern',
  'startTransaction',
  'txnNumber',
  'writeConcern',
]);

interface Fields {
  /** Carried out, or without effect on MongoDB too where there are no shards, validators and passwords. */
  known: ReadonlySet<string>;
  /** MongoDB's, and not carried out here: refused unless they are off. */
  refused: ReadonlySet<string>;
}

const fieldsOf = (known: string, refused = ''): Fields => ({
  known: new Set(known.split(' ')),
  refused: new Set(refused === '' ? [] : refused.split(' ')),
});

/**
 * Fields by command, statement or nested document, as the manual's pages of the commands and the server's IDL files
 * list them. Commands that are not here take any field, on MongoDB too.
 */
const FIELDS: ReadonlyMap<string, Fields> = new Map([
  [
    'find',
    fieldsOf(
      'find filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowPartialResults collation allowDiskUse let oplogReplay',
      'tailable awaitData returnKey showRecordId min max collectionUUID requestResumeToken resumeAfter startAt readOnce',
    ),
  ],
  [
    'aggregate',
    fieldsOf(
      'aggregate pipeline allowDiskUse cursor bypassDocumentValidation collation hint let',
      'explain collectionUUID exchange fromRouter needsMerge requestResumeToken resumeAfter startAt',
    ),
  ],
  ['cursor', fieldsOf('batchSize')],
  [
    'validate',
    fieldsOf('validate full background checkBSONConformance', 'repair fixMultikey metadata enforceFastCount'),
  ],
  ['count', fieldsOf('count query limit skip hint collation fields', 'collectionUUID')],
  ['distinct', fieldsOf('distinct key query collation hint', 'collectionUUID')],
  [
    'insert',
    fieldsOf('insert documents ordered bypassDocumentValidation', 'collectionUUID encryptionInformation'),
  ],
  [
    'update',
    fieldsOf('update updates ordered bypassDocumentValidation let', 'collectionUUID encryptionInformation'),
  ],
  ['update.updates', fieldsOf('q u c upsert multi collation arrayFilters hint sort', 'upsertSupplied')],
  ['delete', fieldsOf('delete deletes ordered let', 'collectionUUID encryptionInformation')],
  ['delete.deletes', fieldsOf('q limit collation hint')],
  [
    'findAndModify',
    fieldsOf(
      'findAndModify findandmodify query sort remove update new fields projection upsert bypassDocumentValidation collation arrayFilters hint let',
      'collectionUUID encryptionInformation',
    ),
  ],
  ['bulkWrite', fieldsOf('bulkWrite ops nsInfo ordered bypassDocumentValidation let errorsOnly cursor')],
  ['bulkWrite.nsInfo', fieldsOf('ns', 'collectionUUID encryptionInformation')],
  ['bulkWrite.insert', fieldsOf('insert document')],
  [
    'bulkWrite.update',
    fieldsOf(
      'update filter updateMods multi upsert arrayFilters hint constants collation sort',
      'upsertSupplied',
    ),
  ],
  ['bulkWrite.delete', fieldsOf('delete filter multi hint collation')],
  [
    'create',
    fieldsOf(
      'create size max autoIndexId idIndex collation',
      'capped timeseries clusteredIndex validator validationLevel validationAction viewOn pipeline expireAfterSeconds encryptedFields changeStreamPreAndPostImages storageEngine indexOptionDefaults temp flags recordIdsReplicated',
    ),
  ],
  ['drop', fieldsOf('drop', 'collectionUUID encryptedFields')],
  ['dropDatabase', fieldsOf('dropDatabase')],
  ['renameCollection', fieldsOf('renameCollection to dropTarget', 'stayTemp collectionUUID')],
  [
    'collMod',
    fieldsOf(
      'collMod index',
      'validator validationLevel validationAction viewOn pipeline changeStreamPreAndPostImages expireAfterSeconds timeseries dryRun cappedSize cappedMax recordPreImages noPadding usePowerOf2Sizes',
    ),
  ],
  [
    'collMod.index',
    fieldsOf('name keyPattern expireAfterSeconds hidden', 'unique prepareUnique forceNonUnique'),
  ],
  ['createIndexes', fieldsOf('createIndexes indexes commitQuorum v', 'ignoreUnknownIndexOptions')],
  ['dropIndexes', fieldsOf('dropIndexes index', 'collectionUUID')],
  ['listIndexes', fieldsOf('listIndexes cursor', 'includeBuildUUIDs includeIndexBuildInfo')],
  ['listCollections', fieldsOf('listCollections filter nameOnly authorizedCollections cursor')],
  ['listDatabases', fieldsOf('listDatabases filter nameOnly authorizedDatabases')],
  ['getMore', fieldsOf('getMore collection batchSize', 'term lastKnownCommittedOpTime')],
  ['killCursors', fieldsOf('killCursors cursors')],
  ['commitTransaction', fieldsOf('commitTransaction recoveryToken', 'commitTimestamp durableTimestamp')],
  ['abortTransaction', fieldsOf('abortTransaction recoveryToken')],
  ['endSessions', fieldsOf('endSessions')],
  ['killSessions', fieldsOf('killSessions')],
  ['profile', fieldsOf('profile slowms sampleRate filter')],
  ['collStats', fieldsOf('collStats collstats scale')],
  ['dbStats', fieldsOf('dbStats dbstats scale', 'freeStorage')],
]);

/** Every command, statement and nested document whose fields are checked. */
export const checkedNames = (): string[] => [...FIELDS.keys()];

/** What is known of a name of `checkedNames`. */
export const fieldsKnown = (name: string): Fields | undefined => FIELDS.get(name);

/** Whether every command may have a field. */
export const isGenericField = (field: string): boolean => GENERIC.has(field) || field.startsWith('$');

/** Other spellings of commands. */
const SPELLINGS: Record<string, string> = {
  findandmodify: 'findAndModify',
  collstats: 'collStats',
  dbstats: 'dbStats',
};

/**
 * A misspelt option must not pass as if it were not there, nor one that is not carried out. `name` is that of a command,
 * of its statements or of a document within it.
 * @throws StoreError 40415 for a field that MongoDB does not have, 115 for one that this store does not carry out.
 */
export const checkKnownFields = (fields: Document, name: string): void => {
  const canonical = SPELLINGS[name] ?? name;
  const known = FIELDS.get(canonical);
  if (known === undefined) return;
  const isCommand = fields.has(name);
  for (const [field, value] of fields) {
    if (known.known.has(field) || (isCommand && isGenericField(field))) continue;
    if (!known.refused.has(field))
      throw new StoreError(40415, `BSON field '${canonical}.${field}' is an unknown field.`);
    if (!isOff(value))
      throw new StoreError(115, `${canonical} option '${field}' is not supported by the embedded store`);
  }
};

/** Whether an option's value asks for nothing. */
const isOff = (value: Value): boolean =>
  value === null ||
  value === false ||
  (isDocument(value) && (value.size === 0 || value.get('enabled') === false));

/**
 * The stable API's fields. Its strict form is not kept account of.
 * @throws StoreError 322 for a version that is not there, 323 for `apiStrict`.
 */
export const checkApiFields = (command: Document): void => {
  const version = command.get('apiVersion');
  if (version !== undefined && version !== '1') throw new StoreError(322, 'API version must be "1"');
  const isStrict = booleanField(command, 'apiStrict') === true;
  const refusesDeprecated = booleanField(command, 'apiDeprecationErrors') === true;
  if (version === undefined && (isStrict || refusesDeprecated))
    throw new StoreError(322, 'Provided apiStrict or apiDeprecationErrors without passing apiVersion');
  if (isStrict) throw new StoreError(323, 'apiStrict is not supported by the embedded store');
};
