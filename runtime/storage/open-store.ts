import type { Logger, Session } from '@waypost/sdk';
import { type Connection, createConnection } from 'mongoose';
import { failureReason } from './failure-reason.ts';
import { feedsOf } from './feed-watch.ts';
import { joinTransaction } from './join-transaction.ts';
import { exclusively, migrationsDone, runMigrations, transactionNow } from './migrations.ts';
import { openClient } from './open-client.ts';
import { createPluginModels } from './plugin-models.ts';
import { type ProgramName, programName } from './program-name.ts';
import { requireFit, UnfitStore } from './require-fit.ts';
import { settleWritesOfDeadSockets } from './settle-writes.ts';
import type { StoreAccess, TransactionWatcher } from './store-access.ts';
import { tellWhoAsks } from './tell-who-asks.ts';
import { watchGreetings } from './watch-greetings.ts';

/** How long a store that cannot be used is left alone before it is looked at again, milliseconds. */
const UNFIT_MS = 5_000;
/** Longest an operation waits for a store that does not answer, milliseconds. */
const SELECTION_LIMIT_MS = 2_000;
/** How often a lost store is looked for, milliseconds. */
const HEARTBEAT_MS = 1_000;
/** The same while somebody waits for it: after an election this is most of what it takes to find the new primary. The driver's own is 500. */
const WAITED_HEARTBEAT_MS = 100;
/** Longest a connection attempt or a heartbeat may hang, milliseconds; the driver's default is 30 s. */
const CONNECT_LIMIT_MS = 3_000;
const RECONNECT_MS = 500;

/**
 * Opens the store: a replica set or the embedded store, by its connection string. Answers at once and connects in
 * the background, for as long as it takes; `isUp` and `onChange` follow.
 */
export function openStore(options: {
  uri: string;
  log: Logger;
  /** Which of our programs this is, as the database is told (docs/operators.md, "The database"). */
  program: ProgramName;
}): StoreAccess {
  settleWritesOfDeadSockets();
  // What a plugin's own process says of itself is not believed.
  if (options.program !== 'plugin') tellWhoAsks();
  const client = openClient(
    options.uri,
    {
      serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      minHeartbeatFrequencyMS: WAITED_HEARTBEAT_MS,
      connectTimeoutMS: CONNECT_LIMIT_MS,
      appName: programName(options.program),
    },
    options.program === 'plugin',
  );
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
    feedsOf(connection).storeIs(up);
    options.log[up ? 'info' : 'warn']({}, up ? 'store reached' : 'store lost');
    for (const listener of listeners) listener(up);
  };
  client.on('serverHeartbeatFailed', ({ failure }) => {
    lastFailure = failureReason(failure);
  });
  const unfitGreeting = watchGreetings(client);
  connection.on('connected', () => follow(true));
  connection.on('disconnected', () => follow(false));
  connection.on('error', (error) => options.log.debug({ error }, 'store connection failed'));

  void (async () => {
    let told: string | undefined;
    while (!isClosed) {
      try {
        await client.connect();
        await requireFit(client.db());
        if (isClosed) return;
        connection.setClient(client);
        return follow(true);
      } catch (error) {
        const unfit = error instanceof UnfitStore ? error.message : unfitGreeting();
        lastFailure = unfit ?? failureReason(error);
        // An outage is told once, however often its words change; what has to be mended whenever it is something else.
        if (told === undefined || (unfit !== undefined && told !== lastFailure))
          options.log.warn({ reason: unfit ?? String(error) }, 'store not reached; it is tried on');
        told = lastFailure;
        await Bun.sleep(unfit === undefined ? RECONNECT_MS : UNFIT_MS);
      }
    }
  })();

  return {
    connection,
    database: client.db(),
    isUp: () => isUp,
    lastFailure: () => lastFailure,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    models: () => createPluginModels(connection),
    migrate: (plugin, migrations, steps) => runMigrations({ connection, plugin, migrations, ...steps }),
    exclusively: (lock, work) => exclusively(connection, lock, work),
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
    const result = await untilCommitted(session, () => {
      for (const watcher of watchers) watcher.begins(session);
      return work(session);
    });
    await Promise.all([...watchers].map((watcher) => watcher.committed(session)));
    return result;
  } finally {
    for (const watcher of watchers) watcher.ended(session);
  }
}

/** The session ends with the commit: who waits for what it has written goes on while its author still waits to be answered. */
async function untilCommitted<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await session.withTransaction(work, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    });
  } finally {
    await session.endSession();
  }
}
