import { StoreError } from '../errors.ts';
import type { Document } from '../value/index.ts';

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

/** Fields by command or statement, as the manual's pages of the commands list them. */
const KNOWN: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    find: 'find filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId tailable oplogReplay noCursorTimeout awaitData allowPartialResults collation allowDiskUse let',
    aggregate:
      'aggregate pipeline explain allowDiskUse cursor bypassDocumentValidation collation hint let fromRouter needsMerge',
    validate: 'validate full repair metadata checkBSONConformance background',
    count: 'count query limit skip hint collation fields',
    distinct: 'distinct key query collation hint',
    insert: 'insert documents ordered bypassDocumentValidation',
    update: 'update updates ordered bypassDocumentValidation let',
    'update.updates': 'q u c upsert multi collation arrayFilters hint sort',
    delete: 'delete deletes ordered let',
    'delete.deletes': 'q limit collation hint',
    findAndModify:
      'findAndModify findandmodify query sort remove update new fields projection upsert bypassDocumentValidation collation arrayFilters hint let',
  }).map(([name, fields]) => [name, new Set(fields.split(' '))]),
);

/**
 * A misspelt option must not pass as if it were not there. `name` is that of a command or of its statements.
 * @throws StoreError 40415 for a field that the command does not have.
 */
export const checkKnownFields = (fields: Document, name: string): void => {
  const known = KNOWN[name];
  const isCommand = !name.includes('.');
  for (const field of fields.keys()) {
    if (known?.has(field) || (isCommand && (GENERIC.has(field) || field.startsWith('$')))) continue;
    throw new StoreError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
};
