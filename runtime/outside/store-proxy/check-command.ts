import { type CollectionRights, checkPipeline } from './check-pipeline.ts';
import { RefusalCode, StoreRefusal } from './refusal.ts';
import type { Request } from './request.ts';
import { type Fields, hasFieldNamed, readFields, type Value } from './structure.ts';

export interface StoreRights extends CollectionRights {
  /** Whether a cursor was opened by this plugin. */
  ownsCursor(id: bigint): boolean;
}

interface Command {
  /** What it does with the collection that its first field names. */
  collection?: 'read' | 'write';
  /** Whether it is sent to the database `admin`, as drivers do. */
  isOfServer?: true;
  /** Fields beside those that every command may have; others are refused. */
  fields: readonly string[];
  /** Documents of data: they name no collection. In the body or as a sequence. */
  data?: string;
  check?(fields: Fields, rights: StoreRights): void;
}

/** Fields that every command may have (src/mongo/idl/generic_argument.idl). */
const EVERYWHERE = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
]);
const HELLO: Command = {
  isOfServer: true,
  fields: [
    'helloOk',
    'backpressure',
    'client',
    'compression',
    'topologyVersion',
    'maxAwaitTimeMS',
    'loadBalanced',
  ],
};
const FIND_AND_MODIFY: Command = {
  collection: 'write',
  fields:
    'query sort remove update new fields projection upsert bypassDocumentValidation collation arrayFilters hint let'.split(
      ' ',
    ),
};

/** Every command that is open to plugins, by the name that drivers send. */
const COMMANDS: Readonly<Record<string, Command>> = {
  hello: HELLO,
  isMaster: HELLO,
  ismaster: HELLO,
  ping: { isOfServer: true, fields: [] },
  buildInfo: { isOfServer: true, fields: [] },
  endSessions: { isOfServer: true, fields: [] },
  commitTransaction: { isOfServer: true, fields: ['recoveryToken'] },
  abortTransaction: { isOfServer: true, fields: ['recoveryToken'] },
  find: {
    collection: 'read',
    fields:
      'filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId tailable noCursorTimeout awaitData allowPartialResults collation allowDiskUse let'.split(
        ' ',
      ),
  },
  aggregate: {
    collection: 'read',
    fields: 'pipeline allowDiskUse cursor bypassDocumentValidation collation hint let'.split(' '),
    check: (fields, rights) => checkPipeline(fields.get('pipeline'), rights),
  },
  count: { collection: 'read', fields: 'query limit skip hint collation fields'.split(' ') },
  distinct: { collection: 'read', fields: 'key query collation hint'.split(' ') },
  listIndexes: { collection: 'read', fields: ['cursor'] },
  insert: {
    collection: 'write',
    fields: ['documents', 'ordered', 'bypassDocumentValidation'],
    data: 'documents',
  },
  update: {
    collection: 'write',
    fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
    data: 'updates',
  },
  delete: { collection: 'write', fields: ['deletes', 'ordered', 'let'], data: 'deletes' },
  findAndModify: FIND_AND_MODIFY,
  findandmodify: FIND_AND_MODIFY,
  create: {
    collection: 'write',
    // Not `viewOn`: a view would be a window to another collection.
    fields: 'capped size max collation expireAfterSeconds'.split(' '),
  },
  drop: { collection: 'write', fields: [] },
  createIndexes: { collection: 'write', fields: ['indexes', 'commitQuorum'] },
  dropIndexes: { collection: 'write', fields: ['index'] },
  getMore: {
    fields: ['collection', 'batchSize'],
    check(fields, rights) {
      requireCursor(fields.get('getMore'), rights);
      requireCollection(fields.get('collection'), 'read', rights);
    },
  },
  killCursors: {
    collection: 'read',
    fields: ['cursors'],
    check(fields, rights) {
      const cursors = fields.get('cursors');
      if (!Array.isArray(cursors)) throw new StoreRefusal('killCursors takes a list', RefusalCode.badValue);
      for (const cursor of cursors) requireCursor(cursor, rights);
    },
  },
};

/** Operators that run JavaScript within MongoDB. */
const SCRIPTS = new Set(['$where', '$function', '$accumulator']);
const SCRIPT_TEXTS = [...SCRIPTS].map((name) => Buffer.from(`${name}\0`));

/**
 * Checks one command of a plugin: only listed ones, only on its own collections, and on granted ones for reading.
 * @returns the command's name
 * @throws StoreRefusal
 */
export function checkCommand(request: Request, rights: StoreRights): string {
  const name = firstName(request.body);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new StoreRefusal(`the command ${name} is not open to plugins`, RefusalCode.commandNotFound);
  const fields = readFields(request.body, new Set(command.data === undefined ? [] : [command.data]));
  const known = new Set(command.fields);
  for (const field of fields.keys())
    if (field !== name && !known.has(field) && !EVERYWHERE.has(field))
      throw new StoreRefusal(`${name} with the field ${field} is not open to plugins`);
  checkDatabase(name, command, fields, request, rights);
  for (const sequence of request.sequences.keys())
    if (sequence !== command.data || fields.has(sequence))
      throw new StoreRefusal(`${name} with the documents ${sequence} is not open to plugins`);
  if (command.collection !== undefined) requireCollection(fields.get(name), command.collection, rights);
  refuseKeptState(fields);
  command.check?.(fields, rights);
  refuseScripts(request);
  return name;
}

function checkDatabase(
  name: string,
  command: Command,
  fields: Fields,
  request: Request,
  rights: StoreRights,
): void {
  if (request.isQuery) {
    // The old form is used for a driver's first word only.
    if (command !== HELLO || request.queryNamespace !== 'admin.$cmd' || fields.has('$db'))
      throw new StoreRefusal('an old query is not open to plugins');
    return;
  }
  const database = fields.get('$db');
  if (database === rights.database || (command.isOfServer === true && database === 'admin')) return;
  throw new StoreRefusal(`${name}: not this database`);
}

function requireCollection(value: Value | undefined, use: 'read' | 'write', rights: StoreRights): void {
  if (typeof value !== 'string') throw new StoreRefusal('a collection is named by a text');
  if (use === 'read' ? rights.canRead(value) : rights.canWrite(value)) return;
  throw new StoreRefusal(
    use === 'write' && rights.canRead(value)
      ? `the collection ${value} can only be read`
      : `the collection ${value} is not the plugin's`,
  );
}

function requireCursor(value: Value | undefined, rights: StoreRights): void {
  if (typeof value === 'bigint' && rights.ownsCursor(value)) return;
  throw new StoreRefusal('this cursor is not there', RefusalCode.cursorNotFound);
}

/** A state that reads outside transactions go on seeing is kept for minutes: in the embedded store its log grows meanwhile. */
function refuseKeptState(fields: Fields): void {
  const concern = fields.get('readConcern');
  if (fields.get('autocommit') === false || !(concern instanceof Map)) return;
  if (concern.get('level') === 'snapshot')
    throw new StoreRefusal('snapshot reads outside transactions are not open to plugins');
}

/** The name of the first field is the command. */
function firstName(body: Uint8Array): string {
  const end = body.indexOf(0, 5);
  return body.byteLength < 6 || end === -1 ? '' : Buffer.from(body.subarray(5, end)).toString('utf8');
}

/** Looks closer only where the bytes could be such a name: a text of the same letters is no reason to refuse. */
function refuseScripts(request: Request): void {
  const parts = [request.body, ...[...request.sequences.values()].flat()];
  for (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (SCRIPT_TEXTS.some((text) => bytes.includes(text)) && hasFieldNamed(bytes, SCRIPTS))
      throw new StoreRefusal('JavaScript within the store is not open to plugins');
  }
}
