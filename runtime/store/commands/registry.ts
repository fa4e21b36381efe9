import type { CommandContext, CommandDefinition } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { StoreError } from '../value/errors.ts';
import { aggregate, isMovablePipeline, isReadingPipeline } from './aggregate.ts';
import { bulkWrite } from './bulk-write.ts';
import {
  collMod,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './collections.ts';
import { count, distinct } from './count.ts';
import { currentOp, killOp, killSessions } from './current-op.ts';
import { remove } from './delete.ts';
import { collStats, dbStats, serverStatus } from './diagnostics.ts';
import { find } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import { getMore, killCursors } from './get-more.ts';
import { buildInfo, connectionStatus, explain, getParameter, hello, ping } from './hello.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { insert } from './insert.ts';
import { findProfile, profile, readsProfile } from './profile.ts';
import { abortTransaction, commitTransaction, endSessions } from './transactions.ts';
import { update } from './update.ts';
import { validate } from './validate.ts';

type Run = (context: CommandContext) => Reply | Promise<Reply>;

const READS = { usesData: true, isReadOnly: () => true };
const WRITES = { usesData: true, isReadOnly: () => false };

const plain = (run: Run): CommandDefinition => ({
  run,
  usesData: false,
  isReadOnly: () => true,
  isAllowedInTransaction: false,
});
const reads = (run: Run): CommandDefinition => ({ run, ...READS, isAllowedInTransaction: false });
const writes = (run: Run): CommandDefinition => ({ run, ...WRITES, isAllowedInTransaction: false });
const readsInTransactions = (run: Run): CommandDefinition => ({
  run,
  ...READS,
  isAllowedInTransaction: true,
});
const writesInTransactions = (run: Run): CommandDefinition => ({
  run,
  ...WRITES,
  isAllowedInTransaction: true,
});

const movable = (run: Run): CommandDefinition => ({
  ...readsInTransactions(run),
  isMovable: () => true,
});

/** What the notes of slow commands are not asked with: they are read by find and aggregate. @throws StoreError 115 */
const beyondProfile =
  (run: Run): Run =>
  (context) => {
    if (!readsProfile(context)) return run(context);
    throw new StoreError(115, `${context.name} over system.profile is not supported by the embedded store`);
  };

/** Every command there is, by the names drivers send. */
export const COMMANDS: ReadonlyMap<string, CommandDefinition> = new Map([
  ['hello', plain(hello)],
  ['ismaster', plain(hello)],
  ['isMaster', plain(hello)],
  ['ping', plain(ping)],
  ['explain', plain(explain)],
  ['connectionStatus', plain(connectionStatus)],
  ['buildInfo', plain(buildInfo)],
  ['buildinfo', plain(buildInfo)],
  ['getParameter', plain(getParameter)],
  ['serverStatus', plain(serverStatus)],
  ['currentOp', plain(currentOp)],
  ['killOp', plain(killOp)],
  ['profile', plain(profile)],
  ['collStats', plain(collStats)],
  ['collstats', plain(collStats)],
  ['dbStats', plain(dbStats)],
  ['dbstats', plain(dbStats)],
  ['validate', reads(validate)],
  ['create', writesInTransactions(create)],
  ['drop', writes(drop)],
  ['dropDatabase', writes(dropDatabase)],
  ['renameCollection', writes(renameCollection)],
  ['collMod', writes(collMod)],
  ['listCollections', reads(listCollections)],
  ['listDatabases', reads(listDatabases)],
  ['createIndexes', writesInTransactions(createIndexes)],
  ['listIndexes', reads(listIndexes)],
  ['dropIndexes', writes(dropIndexes)],
  ['insert', writesInTransactions(insert)],
  ['update', writesInTransactions(update)],
  ['delete', writesInTransactions(remove)],
  ['findAndModify', writesInTransactions(findAndModify)],
  ['findandmodify', writesInTransactions(findAndModify)],
  ['bulkWrite', writesInTransactions(bulkWrite)],
  [
    'find',
    {
      ...readsInTransactions((context) => (readsProfile(context) ? findProfile(context) : find(context))),
      isMovable: (context) => !readsProfile(context),
    },
  ],
  ['getMore', readsInTransactions(getMore)],
  ['killCursors', readsInTransactions(killCursors)],
  [
    'aggregate',
    { ...writesInTransactions(aggregate), isReadOnly: isReadingPipeline, isMovable: isMovablePipeline },
  ],
  ['count', { ...movable(beyondProfile(count)), isAllowedInTransaction: false }],
  ['distinct', movable(beyondProfile(distinct))],
  ['commitTransaction', writesInTransactions(commitTransaction)],
  ['abortTransaction', writesInTransactions(abortTransaction)],
  ['endSessions', writes(endSessions)],
  ['killSessions', plain(killSessions)],
]);
