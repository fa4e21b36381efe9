import { randomUUID } from 'node:crypto';
import { againWhenTaken, type Migration } from '@waypost/sdk';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.ts';

/** How long a lock is believed without being renewed, milliseconds: a killed process holds it no longer than this. */
const LOCK_MS = 10_000;
/** The same of one under which data are migrated: in an election, of twelve seconds, it cannot be renewed. */
const MIGRATION_LOCK_MS = 30_000;
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
 * every model call inside belongs to it, named or not. One that says `isLarge` runs by itself, and has to be idempotent. The lock
 * spares work; that each runs once is held by its record, which is in the same transaction. That of a large one is written only while
 * the lock is ours: after another process has taken it, what that one has done is waited for.
 * @returns the numbers of those that were run here
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
  const recordOf = (migration: Migration): Done => ({
    _id: idOf(migration),
    name: migration.name,
    time: new Date(),
  });
  if ((await waiting()).length === 0) return [];
  const ran: number[] = [];
  /** @returns false when the lock was lost on the way */
  const oneByOne = async (pending: readonly Migration[], held: HeldLock): Promise<boolean> => {
    for (const migration of pending) {
      await options.run(migration);
      const { _id, ...record } = recordOf(migration);
      const isOurs = await held.whileOurs(async (session) => {
        await done.updateOne({ _id }, { $setOnInsert: record }, { upsert: true, session });
      });
      if (!isOurs) return false;
      ran.push(migration.number);
    }
    return true;
  };
  const inOne = async (pending: readonly Migration[]): Promise<number[]> => {
    mongoose.set('transactionAsyncLocalStorage', true);
    let numbers: number[] = [];
    await connection.transaction(async (session) => {
      // It may be run again, and then another process may have been quicker.
      numbers = [];
      for (const migration of pending) {
        if ((await done.findOne({ _id: idOf(migration) }, { session })) !== null) continue;
        await options.run(migration);
        await againWhenTaken(() => done.insertOne(recordOf(migration), { session }));
        numbers.push(migration.number);
      }
    });
    return numbers;
  };
  for (let isPrepared = false; ; isPrepared = true) {
    const held = await lock(connection, migrationLock(plugin));
    try {
      const pending = await waiting();
      if (pending.length === 0) return ran;
      if (!isPrepared) await options.before(pending);
      await ensureRecords(connection);
      if (!pending.some(({ isLarge }) => isLarge)) ran.push(...(await inOne(pending)));
      else if (!(await oneByOne(pending, held))) continue;
      return ran;
    } finally {
      await held.release();
    }
  }
}

/** Collections are made before: inside a transaction that is a conflict when two do it at once. */
async function ensureRecords(connection: Connection): Promise<void> {
  await connection.createCollection(MIGRATIONS).catch((error: unknown) => {
    // NamespaceExists: as it should be.
    if (!(error instanceof Error && 'code' in error && error.code === 48)) throw error;
  });
}

/** A lock that all processes of the store share. */
export interface SharedLock {
  name: string;
  /** How long it is believed without being renewed. */
  milliseconds: number;
}

/** Runs `work` under a lock that all processes of the store share; one that is only named is believed for ten seconds. */
export async function exclusively<T>(
  connection: Connection,
  shared: string | SharedLock,
  work: () => Promise<T>,
): Promise<T> {
  const held = await lock(
    connection,
    typeof shared === 'string' ? { name: shared, milliseconds: LOCK_MS } : shared,
  );
  try {
    return await work();
  } finally {
    await held.release();
  }
}

/** The lock under which a plugin's data are migrated. */
export const migrationLock = (plugin: string): SharedLock => ({
  name: `migrations of ${plugin}`,
  milliseconds: MIGRATION_LOCK_MS,
});

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

interface HeldLock {
  /** Carries out `work` in a transaction that fails where another has the lock by now. @returns whether it was carried out */
  whileOurs(work: (session: ClientSession) => Promise<void>): Promise<boolean>;
  release(): Promise<void>;
}

/** Waits for a lock that all processes of the store share. */
async function lock(connection: Connection, { name, milliseconds }: SharedLock): Promise<HeldLock> {
  const locks = connection.collection<Lock>(LOCKS);
  const holder = randomUUID();
  // By the store's clock: those of two processes may differ by more than a lock lasts.
  const lockedUntil = { $add: ['$$NOW', milliseconds] };
  const renewed = [{ $set: { until: lockedUntil } }];
  while (!(await take(connection, { name, holder, lockedUntil }))) await Bun.sleep(WAIT_MS);
  const timer = setInterval(() => {
    // A renewal that fails leaves the lock to run out, and somebody else to take it.
    locks.updateOne({ _id: name, holder }, renewed).catch(() => {});
  }, RENEW_MS);
  return {
    async whileOurs(work) {
      let isOurs = false;
      await connection.transaction(async (session) => {
        // One that has run out and that nobody took is still ours.
        isOurs = (await locks.updateOne({ _id: name, holder }, renewed, { session })).matchedCount === 1;
        if (isOurs) await work(session);
      });
      return isOurs;
    },
    async release() {
      clearInterval(timer);
      await locks.deleteOne({ _id: name, holder });
    },
  };
}

async function take(
  connection: Connection,
  { name, holder, lockedUntil }: { name: string; holder: string; lockedUntil: object },
): Promise<boolean> {
  const isOver = { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
  try {
    const held = await connection.collection<Lock>(LOCKS).findOneAndUpdate(
      { _id: name },
      [
        {
          $set: {
            holder: { $cond: [isOver, holder, '$holder'] },
            until: { $cond: [isOver, lockedUntil, '$until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    return held?.holder === holder;
  } catch (error) {
    // Two made it at once.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
