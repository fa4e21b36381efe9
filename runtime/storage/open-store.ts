import type { Logger, Session } from '@waypost/sdk';
import { type Connection, createConnection, mongo } from 'mongoose';
import { failureReason } from './failure-reason.ts';
import { joinTransaction } from './join-transaction.ts';
import { exclusively, migrationsDone, runMigrations, transactionNow } from './migrations.ts';
import { createPluginModels } from './plugin-models.ts';
import { settleWritesOfDeadSockets } from './settle-writes.ts';
import type { StoreAccess, TransactionWatcher } from './store-access.ts';

/** Longest an operation waits for a store that does not answer, milliseconds. */
const SELECTION_LIMIT_MS = 2_000;
/** How often a lost store is looked for, milliseconds. */
const HEARTBEAT_MS = 1_000;
/** Longest a connection attempt or a heartbeat may hang, milliseconds; the driver's default is 30 s. */
const CONNECT_LIMIT_MS = 3_000;
const RECONNECT_MS = 500;

/**
 * Opens the store: a replica set or the embedded store, by its connection string. Answers at once and connects in
 * the background, for as long as it takes; `isUp` and `onChange` follow.
 */
export function openStore(options: { uri: string; log: Logger }): StoreAccess {
  settleWritesOfDeadSockets();
  const clientOptions = {
    serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    connectTimeoutMS: CONNECT_LIMIT_MS,
    appName: 'waypost',
  };
  const client = new mongo.MongoClient(options.uri, clientOptions);
  const connection = createConnection();
  // A call during an outage must fail at once, not wait in a queue.
  connection.config.bufferCommands = false;
  const listeners = new Set<(isUp: boolean) => void>();
  const watchers = new Set<TransactionWatcher>();
  let isUp = false;
  let isClosed = false;
  let lastFailure: string | undefined;

  const follow = (up: boolean) => {
    if (up === isUp || isClosed) return;
    isUp = up;
    options.log[up ? 'info' : 'warn']({}, up ? 'store reached' : 'store lost');
    for (const listener of listeners) listener(up);
  };
  client.on('serverHeartbeatFailed', ({ failure }) => {
    lastFailure = failureReason(failure);
  });
  connection.on('connected', () => follow(true));
  connection.on('disconnected', () => follow(false));
  connection.on('error', (error) => options.log.debug({ error }, 'store connection failed'));

  void (async () => {
    let isReported = false;
    while (!isClosed) {
      try {
        await client.connect();
        if (isClosed) return;
        connection.setClient(client);
        return follow(true);
      } catch (error) {
        lastFailure = failureReason(error);
        if (!isReported) options.log.warn({ reason: String(error) }, 'store not reached; it is tried on');
        isReported = true;
        await Bun.sleep(RECONNECT_MS);
      }
    }
  })();

  return {
    connection,
    database: client.db(databaseName(options.uri)),
    isUp: () => isUp,
    lastFailure: () => lastFailure,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    models: () => createPluginModels(connection),
    migrate: (plugin, migrations, steps) => runMigrations({ connection, plugin, migrations, ...steps }),
    exclusively: (name, work) => exclusively(connection, name, work),
    migrationsDone: (plugin) => migrationsDone(connection, plugin),
    transaction: (work) => inTransaction(connection, watchers, work),
    joinTransaction: (name) => joinTransaction(connection, watchers, name),
    watchTransactions(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async close() {
      isClosed = true;
      listeners.clear();
      await connection.close();
      await client.close();
    },
  };
}

/** Runs `work` in one transaction, again on a transient conflict; all or nothing. */
async function inTransaction<T>(
  connection: Connection,
  watchers: ReadonlySet<TransactionWatcher>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  // Within a migration it is part of the migration's own transaction.
  const outer = transactionNow();
  if (outer !== undefined) return work(outer);
  const session = await connection.startSession();
  try {
    const result = await session.withTransaction(
      () => {
        for (const watcher of watchers) watcher.begins(session);
        return work(session);
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    );
    await Promise.all([...watchers].map((watcher) => watcher.committed(session)));
    return result;
  } finally {
    for (const watcher of watchers) watcher.ended(session);
    await session.endSession();
  }
}

function databaseName(uri: string): string {
  return /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1] ?? 'waypost';
}
