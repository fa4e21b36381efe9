import { randomUUID } from 'node:crypto';
import type { Migration } from '@waypost/sdk';
import type { Connection } from 'mongoose';

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

/**
 * Runs the migrations of a plugin that have not been run, in order, in one process at a time. One that was cut off
 * runs again, which is why each must be idempotent.
 */
export async function runMigrations(options: {
  connection: Connection;
  plugin: string;
  migrations: readonly Migration[];
  run: (migration: Migration) => Promise<void>;
}): Promise<void> {
  const { connection, plugin, migrations } = options;
  if (migrations.length === 0) return;
  const done = connection.collection<Done>('kernel_migration');
  const waiting = async () => {
    const finished = await done
      .find({ _id: { $in: migrations.map((one) => `${plugin}/${one.number}`) } })
      .toArray();
    const ids = new Set(finished.map((one) => one._id));
    return migrations.filter((one) => !ids.has(`${plugin}/${one.number}`));
  };
  if ((await waiting()).length === 0) return;
  const release = await lock(connection, `migrations of ${plugin}`);
  try {
    for (const migration of await waiting()) {
      await options.run(migration);
      await done.updateOne(
        { _id: `${plugin}/${migration.number}` },
        { $set: { name: migration.name, time: new Date() } },
        { upsert: true },
      );
    }
  } finally {
    await release();
  }
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
