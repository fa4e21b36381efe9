/**
 * What MongoDB 8.0 promises to keep (Stable API, version 1), as the manual's changelog of it and the pages of the commands say:
 * https://www.mongodb.com/docs/manual/reference/stable-api-changelog/
 */
const COMMANDS: ReadonlySet<string> = new Set([
  ...['abortTransaction', 'aggregate', 'authenticate', 'bulkWrite', 'collMod', 'commitTransaction', 'count'],
  ...['create', 'createIndexes', 'delete', 'drop', 'dropDatabase', 'dropIndexes', 'endSessions', 'explain'],
  ...['find', 'findAndModify', 'getMore', 'hello', 'insert', 'killCursors', 'listCollections'],
  ...['listDatabases', 'listIndexes', 'ping', 'refreshSessions', 'update'],
]);

/** Options that the pages of commands in it leave out. */
const OPTIONS_OUTSIDE: ReadonlySet<string> = new Set([
  ...['find.awaitData', 'find.max', 'find.min', 'find.noCursorTimeout', 'find.oplogReplay'],
  ...['find.returnKey', 'find.showRecordId', 'find.tailable', 'aggregate.explain'],
  ...['create.autoIndexId', 'create.capped', 'create.indexOptionDefaults', 'create.max', 'create.size'],
  ...['create.storageEngine', 'createIndexes.indexes.background', 'createIndexes.indexes.bucketSize'],
  ...['createIndexes.indexes.sparse', 'createIndexes.indexes.storageEngine'],
]);

/** `$collStats` is in it for counts alone. */
const STAGES_OUTSIDE: ReadonlySet<string> = new Set([
  ...['$collStats', '$currentOp', '$indexStats', '$listLocalSessions', '$listSessions', '$planCacheStats'],
  '$search',
]);

const OPERATORS_OUTSIDE: ReadonlySet<string> = new Set([
  ...['$where', '$function', '$accumulator', '$text', '$near', '$nearSphere', '$toHashedIndexKey'],
]);

/** Whether a word, as a test run has written it down, is part of it. */
export function isStable(kind: string, name: string): boolean {
  if (kind === 'command') return COMMANDS.has(name);
  if (kind === 'option') return !OPTIONS_OUTSIDE.has(name);
  if (kind === 'stage') return !STAGES_OUTSIDE.has(name.split('.')[0] as string);
  return !OPERATORS_OUTSIDE.has(name);
}
