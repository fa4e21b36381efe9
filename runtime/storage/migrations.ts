import { randomUUID } from 'node:crypto';
import type { Migration } from '@waypost/sdk';
import mongoose, { type ClientSession, type Connection } from 'mongoose';

/** How long a lock is believed without being renewed, milliseconds: a killed process holds it no longer than this. */
const LOCK_MS = 10_000;
const RENEW_MS = 2_500;
const WAIT_MS = 200;
const LOCKS = 'kernel_lock';

interface Done {
  /** `<plugin>/<number>` */
  _id: string;
  name: string;
  time: Date;
}

interface Lock {
  _id: string;
  holder: string;
  until: Date;
}

/** Collection of the migrations that were run: `_id` is `<plugin>/<number>`. */
export const MIGRATIONS = 'kernel_migration';

/** The session of the migration that is running in this chain of calls. */
export function transactionNow(): ClientSession | undefined {
  // Not in mongoose's types: made by the option `transactionAsyncLocalStorage`.
  const storage = (
    mongoose as unknown as {
      transactionAsyncLocalStorage?: { getStore(): { session?: ClientSession } | undefined };
    }
  ).transactionAsyncLocalStorage;
  return storage?.getStore()?.session;
}

/**
 * Runs the migrations of a plugin that have not been run, in order, in one process at a time and in one transaction:
 * every model call inside belongs to it, named or not. One that says `isLarge` runs by itself, and has to be idempotent.
 */
export async function runMigrations(options: {
  connection: Connection;
  plugin: string;
  migrations: readonly Migration[];
  before: (pending: readonly Migration[]) => Promise<void>;
  run: (migration: Migration) => Promise<void>;
}): Promise<number[]> {
  const { connection, plugin, migrations } = options;
  if (migrations.length === 0) return [];
  const done = connection.collection<Done>(MIGRATIONS);
  const idOf = (one: Migration) => `${plugin}/${one.number}`;
  const waiting = async () => {
    const finished = await done.find({ _id: { $in: migrations.map(idOf) } }).toArray();
    const ids = new Set(finished.map((one) => one._id));
    return migrations.filter((one) => !ids.has(idOf(one)));
  };
  const record = (migration: Migration, session?: ClientSession) =>
    done.updateOne(
      { _id: idOf(migration) },
      { $set: { name: migration.name, time: new Date() } },
      { upsert: true, ...(session === undefined ? {} : { session }) },
    );
  if ((await waiting()).length === 0) return [];
  const release = await lock(connection, migrationLock(plugin));
  try {
    const pending = await waiting();
    if (pending.length === 0) return [];
    await options.before(pending);
    if (pending.some(({ isLarge }) => isLarge)) {
      for (const migration of pending) {
        await options.run(migration);
        await record(migration);
      }
    } else {
      // Collections are made before: inside a transaction that is a conflict when two do it at once.
      await connection.createCollection(MIGRATIONS).catch((error: unknown) => {
        // NamespaceExists: as it should be.
        if (!(error instanceof Error && 'code' in error && error.code === 48)) throw error;
      });
      mongoose.set('transactionAsyncLocalStorage', true);
      await connection.transaction(async (session) => {
        for (const migration of pending) {
          await options.run(migration);
          await record(migration, session);
        }
      });
    }
    return pending.map(({ number }) => number);
  } finally {
    await release();
  }
}

/** Runs `work` under a lock that all processes of the store share. */
export async function exclusively<T>(
  connection: Connection,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const release = await lock(connection, name);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Name of the lock under which a plugin's data are migrated. */
export const migrationLock = (plugin: string) => `migrations of ${plugin}`;

/** Numbers of a plugin's migrations that were run. */
export async function migrationsDone(connection: Connection, plugin: string): Promise<number[]> {
  const done = await connection
    .collection<Done>(MIGRATIONS)
    .find({ _id: { $regex: `^${plugin}/` } })
    .toArray();
  return done.map(({ _id }) => Number(_id.slice(plugin.length + 1))).sort((a, b) => a - b);
}

/** Forgets that migrations were run, after the data from before them came back. */
export async function forgetMigrations(
  connection: Connection,
  plugin: string,
  numbers: readonly number[],
): Promise<void> {
  await connection
    .collection<Done>(MIGRATIONS)
    .deleteMany({ _id: { $in: numbers.map((number) => `${plugin}/${number}`) } });
}

/** Waits for a lock that all processes of the store share; answers how to release it. */
async function lock(connection: Connection, name: string): Promise<() => Promise<void>> {
  const locks = connection.collection<Lock>(LOCKS);
  const holder = randomUUID();
  while (!(await take(connection, name, holder))) await Bun.sleep(WAIT_MS);
  const timer = setInterval(() => {
    // A renewal that fails leaves the lock to run out; the migration that then runs twice is idempotent.
    locks
      .updateOne({ _id: name, holder }, { $set: { until: new Date(Date.now() + LOCK_MS) } })
      .catch(() => {});
  }, RENEW_MS);
  return async () => {
    clearInterval(timer);
    await locks.deleteOne({ _id: name, holder });
  };
}

async function take(connection: Connection, name: string, holder: string): Promise<boolean> {
  try {
    await connection
      .collection<Lock>(LOCKS)
      .updateOne(
        { _id: name, until: { $lt: new Date() } },
        { $set: { holder, until: new Date(Date.now() + LOCK_MS) } },
        { upsert: true },
      );
    return true;
  } catch (error) {
    // Somebody holds it: the upsert found no expired lock and could not insert a second one.
    if (error instanceof Error && 'code' in error && error.code === 11_000) return false;
    throw error;
  }
}
