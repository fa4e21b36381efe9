import type { CommandContext, CommandDefinition, Reply } from '../server/context.ts';
import { aggregate } from './aggregate.ts';
import { bulkWrite } from './bulk_write.ts';
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
import { remove } from './delete.ts';
import { collStats, currentOp, dbStats, killOp, serverStatus } from './diagnostics.ts';
import { find } from './find.ts';
import { findAndModify } from './find_and_modify.ts';
import { getMore, killCursors } from './get_more.ts';
import { buildInfo, getParameter, hello, ping } from './hello.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { insert } from './insert.ts';
import { abortTransaction, commitTransaction, endSessions } from './transactions.ts';
import { update } from './update.ts';

type Run = (context: CommandContext) => Reply | Promise<Reply>;

const plain = (run: Run): CommandDefinition => ({ run, usesData: false, isAllowedInTransaction: false });
const onData = (run: Run): CommandDefinition => ({ run, usesData: true, isAllowedInTransaction: false });
const inTransactions = (run: Run): CommandDefinition => ({
  run,
  usesData: true,
  isAllowedInTransaction: true,
});

/** Every command there is, by the names drivers send. */
export const COMMANDS: ReadonlyMap<string, CommandDefinition> = new Map([
  ['hello', plain(hello)],
  ['ismaster', plain(hello)],
  ['isMaster', plain(hello)],
  ['ping', plain(ping)],
  ['buildInfo', plain(buildInfo)],
  ['buildinfo', plain(buildInfo)],
  ['getParameter', plain(getParameter)],
  ['serverStatus', plain(serverStatus)],
  ['currentOp', plain(currentOp)],
  ['killOp', plain(killOp)],
  ['collStats', plain(collStats)],
  ['collstats', plain(collStats)],
  ['dbStats', plain(dbStats)],
  ['dbstats', plain(dbStats)],
  ['create', inTransactions(create)],
  ['drop', onData(drop)],
  ['dropDatabase', onData(dropDatabase)],
  ['renameCollection', onData(renameCollection)],
  ['collMod', onData(collMod)],
  ['listCollections', onData(listCollections)],
  ['listDatabases', onData(listDatabases)],
  ['createIndexes', inTransactions(createIndexes)],
  ['listIndexes', onData(listIndexes)],
  ['dropIndexes', onData(dropIndexes)],
  ['insert', inTransactions(insert)],
  ['update', inTransactions(update)],
  ['delete', inTransactions(remove)],
  ['findAndModify', inTransactions(findAndModify)],
  ['findandmodify', inTransactions(findAndModify)],
  ['bulkWrite', inTransactions(bulkWrite)],
  ['find', inTransactions(find)],
  ['getMore', inTransactions(getMore)],
  ['killCursors', inTransactions(killCursors)],
  ['aggregate', inTransactions(aggregate)],
  ['count', onData(count)],
  ['distinct', inTransactions(distinct)],
  ['commitTransaction', inTransactions(commitTransaction)],
  ['abortTransaction', inTransactions(abortTransaction)],
  ['endSessions', onData(endSessions)],
  ['killSessions', onData(endSessions)],
]);
