import { sequenceOf } from '../storage/sequence.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, isNumber, Timestamp, toWholeNumber, type Value } from '../value/index.ts';

/** What a command's concerns are checked against. */
export interface ConcernPlace {
  name: string;
  isInTransaction: boolean;
  /** The command begins its transaction. */
  isFirst: boolean;
  /** Bits of the newest timestamp that this store has given. */
  newest: () => bigint;
}

/**
 * One node answers after its COMMIT, so that `local`, `available`, `majority` and `linearizable` are the same here.
 * @throws StoreError with MongoDB's code for what is malformed (2, 9, 14, 40415), asks for what one node cannot
 * give (79, 100, 246), or does not belong to the command (72).
 */
export const checkConcerns = (command: Document, place: ConcernPlace): void => {
  const write = command.get('writeConcern');
  if (write !== undefined && write !== null) checkWriteConcern(write, place);
  const read = command.get('readConcern');
  if (read !== undefined && read !== null) checkReadConcern(read, place);
};

/** Which state a read outside transactions asks for, after its concerns were checked; undefined: the newest, as most do. */
export const pastAsked = (command: Document): { at: number | undefined } | undefined => {
  const concern = command.get('readConcern');
  if (!command.has('find') || !isDocument(concern) || concern.get('level') !== 'snapshot') return undefined;
  const at = concern.get('atClusterTime');
  return { at: at instanceof Timestamp ? sequenceOf(at) : undefined };
};

const wrongType = (name: string, type: string): StoreError =>
  new StoreError(14, `BSON field '${name}' is the wrong type, expected type '${type}'`);

const invalid = (message: string): StoreError => new StoreError(72, message);

/** Commands that write, or end what wrote (src/mongo/db/commands: supportsWriteConcern). */
const TAKES_WRITE_CONCERN = new Set([
  ...['insert', 'update', 'delete', 'findAndModify', 'findandmodify', 'bulkWrite', 'aggregate'],
  ...['create', 'drop', 'dropDatabase', 'renameCollection', 'collMod', 'createIndexes', 'dropIndexes'],
  ...['commitTransaction', 'abortTransaction', 'endSessions', 'killSessions'],
]);
const WRITE_FIELDS = new Set(['w', 'j', 'fsync', 'wtimeout', 'provenance', 'getLastError']);
/** Most members of a replica set (kMaxMembers in src/mongo/db/repl/repl_set_config.h). */
const MOST_NODES = 50;

const checkWriteConcern = (concern: Value, { name, isInTransaction }: ConcernPlace): void => {
  if (!isDocument(concern)) throw wrongType(`${name}.writeConcern`, 'object');
  for (const field of concern.keys()) {
    if (!WRITE_FIELDS.has(field))
      throw new StoreError(40415, `BSON field 'writeConcern.${field}' is an unknown field.`);
  }
  for (const field of ['j', 'fsync']) {
    const value = concern.get(field) ?? false;
    if (typeof value !== 'boolean' && !isNumber(value)) throw wrongType(`writeConcern.${field}`, 'bool');
  }
  const timeout = concern.get('wtimeout') ?? null;
  if (timeout !== null && !isNumber(timeout)) throw wrongType('writeConcern.wtimeout', 'long');
  if (isSet(concern.get('j')) && isSet(concern.get('fsync')))
    throw new StoreError(9, 'fsync and j options cannot be used together');
  checkNodes(concern.get('w'));
  if (!TAKES_WRITE_CONCERN.has(name)) throw invalid(`Command ${name} does not support writeConcern`);
  if (isInTransaction && name !== 'commitTransaction' && name !== 'abortTransaction')
    throw invalid('writeConcern is not allowed within a multi-statement transaction');
};

const isSet = (value: Value | undefined): boolean =>
  value === true || (isNumber(value) && toWholeNumber(value) !== 0);

const checkNodes = (w: Value | undefined): void => {
  if (w === undefined || w === null || w === 'majority') return;
  if (typeof w === 'string')
    throw new StoreError(79, `No write concern mode named '${w}' found in replica set configuration`);
  if (isDocument(w))
    throw new StoreError(79, 'No write concern tags are defined in the replica set configuration');
  const nodes = isNumber(w) ? toWholeNumber(w) : undefined;
  if (nodes === undefined || nodes < 0 || nodes > MOST_NODES)
    throw new StoreError(9, `w has to be a non-negative number and not greater than ${MOST_NODES}`);
  if (nodes > 1) throw new StoreError(100, 'Not enough data-bearing nodes: the embedded store is one node');
};

const LEVELS = new Set(['local', 'available', 'majority', 'linearizable', 'snapshot']);
const TRANSACTION_LEVELS = new Set(['local', 'majority', 'snapshot']);
/** Commands that read more than what is local (src/mongo/db/commands: supportsReadConcern). */
const TAKES_ANY_LEVEL = new Set(['find', 'aggregate', 'count', 'distinct']);
const READ_FIELDS = new Set(['level', 'afterClusterTime', 'atClusterTime', 'provenance']);

const checkReadConcern = (concern: Value, place: ConcernPlace): void => {
  if (!isDocument(concern)) throw wrongType(`${place.name}.readConcern`, 'object');
  for (const field of concern.keys()) {
    if (!READ_FIELDS.has(field))
      throw new StoreError(40415, `BSON field 'readConcern.${field}' is an unknown field.`);
  }
  const level = concern.get('level') ?? 'local';
  if (typeof level !== 'string') throw wrongType('readConcern.level', 'string');
  if (!LEVELS.has(level))
    throw new StoreError(
      2,
      `Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`,
    );
  checkTimes(concern, level, place.newest);
  if (place.isInTransaction) checkInTransaction(concern, level, place);
  else checkOutside(level, place);
};

const checkTimes = (concern: Document, level: string, newest: () => bigint): void => {
  const after = concern.get('afterClusterTime') ?? null;
  const at = concern.get('atClusterTime') ?? null;
  for (const [name, time] of [
    ['afterClusterTime', after],
    ['atClusterTime', at],
  ] as const) {
    if (time !== null && !(time instanceof Timestamp)) throw wrongType(`readConcern.${name}`, 'timestamp');
  }
  if (after !== null && (level === 'available' || level === 'linearizable'))
    throw invalid('afterClusterTime field can be set only if level is equal to majority, local, or snapshot');
  if (at !== null && level !== 'snapshot')
    throw invalid('atClusterTime field can be set only if level is equal to snapshot');
  for (const [name, time] of [
    ['afterClusterTime', after],
    ['atClusterTime', at],
  ] as const) {
    if (time instanceof Timestamp && BigInt.asUintN(64, time.toBigInt()) > newest())
      throw invalid(`readConcern ${name} value must not be greater than the current clusterTime`);
  }
};

const checkInTransaction = (concern: Document, level: string, { name, isFirst }: ConcernPlace): void => {
  if ((concern.get('atClusterTime') ?? null) !== null)
    throw new StoreError(246, 'transactions at a past time are not supported by the embedded store');
  if (!isFirst && concern.size > 0 && name !== 'commitTransaction' && name !== 'abortTransaction')
    throw invalid('Only the first command in a transaction may specify a readConcern');
  if (!TRANSACTION_LEVELS.has(level)) {
    throw invalid(
      `The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction`,
    );
  }
};

const checkOutside = (level: string, { name }: ConcernPlace): void => {
  // A cursor goes on with the concern of the command that opened it, whatever drivers say again.
  if (level === 'snapshot' && name === 'getMore') return;
  if (level === 'snapshot' && name !== 'find')
    throw new StoreError(
      246,
      'snapshot reads outside transactions are supported by the embedded store for find alone',
    );
  if (level !== 'local' && level !== 'available' && !TAKES_ANY_LEVEL.has(name))
    throw invalid(`Command ${name} does not support { readConcern: { level: "${level}" } }`);
};
