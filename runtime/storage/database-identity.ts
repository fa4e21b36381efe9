import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Restored } from '@waypost/sdk';
import type { mongo } from 'mongoose';

/**
 * Where a database says which one it is. The store gives every collection a name of its own that no copy keeps: a database that was
 * imported, restored or made anew has another one here, and knows those that its data come from.
 */
export const DATABASE_IDENTITIES = 'kernel_database';
/** Files keep the names that installations have on their disks. */
const FILE = 'folder.database';
const NAMESPACE_EXISTS = 48;

interface IdentityDocument {
  /** 32 hexadecimal digits. */
  _id: string;
  since: Date;
}

export interface DatabaseIdentity {
  id: string;
  /** The databases that its data were in before, however often they have moved. */
  earlier: readonly string[];
}

/** Reads which database this is, and notes it for those that are made of it. Throws the store's error. */
export async function readIdentity(database: mongo.Db): Promise<DatabaseIdentity> {
  const find = async () => {
    const [found] = await database.listCollections({ name: DATABASE_IDENTITIES }).toArray();
    const { info } = (found ?? {}) as { info?: { uuid?: mongo.Binary } };
    return info?.uuid?.toString('hex');
  };
  let id = await find();
  if (id === undefined) {
    await database.createCollection(DATABASE_IDENTITIES).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== NAMESPACE_EXISTS) throw error;
    });
    id = await find();
  }
  if (id === undefined) throw new Error('the store does not say which database it is');
  const identities = database.collection<IdentityDocument>(DATABASE_IDENTITIES);
  const known = (
    await identities.find({ since: { $exists: true } }, { projection: { _id: 1 } }).toArray()
  ).map(({ _id }) => _id);
  if (!known.includes(id))
    await identities.updateOne({ _id: id }, { $setOnInsert: { since: new Date() } }, { upsert: true });
  return { id, earlier: known.filter((one) => one !== id) };
}

/**
 * When the data in the database came out of a copy last, by the clock of whoever has reached it first since; null: never. Throws the
 * store's error.
 */
export async function lastRestore(database: mongo.Db): Promise<Restored | null> {
  const { id, earlier } = await readIdentity(database);
  if (earlier.length === 0) return null;
  const kept = await database.collection<IdentityDocument>(DATABASE_IDENTITIES).findOne({ _id: id });
  if (kept === null) throw new Error('the store does not say since when it is this database');
  return { id, time: kept.since };
}

/** The visits in DATA_DIR/journal are of links of another database than the one that is reached. */
export class ForeignJournal extends Error {
  override readonly name = 'ForeignJournal';
}

/**
 * Remembers in DATA_DIR/journal which database its visits are counted in.
 * @returns whether the data have moved since, so that they are counted in another one from now on
 * @throws ForeignJournal when the database is neither the one remembered nor made of it
 */
export async function claimJournal(database: mongo.Db, directory: string): Promise<{ hasMoved: boolean }> {
  const identity = await readIdentity(database);
  const path = join(directory, FILE);
  const kept = keptIn(directory);
  if (kept === identity.id) return { hasMoved: false };
  if (isForeign(kept, identity))
    throw new ForeignJournal(
      `visits wait in ${directory}: they belong to another database than the one that is reached. Name theirs in MONGODB_URI again; if it is gone for good and they are to be counted in this one, delete ${path}`,
    );
  const draft = `${path}.draft`;
  writeFileSync(draft, identity.id, { mode: 0o600, flush: true });
  renameSync(draft, path);
  return { hasMoved: kept !== undefined };
}

/** Whether the visits in DATA_DIR/journal belong to another database. Throws the store's error. */
export async function isJournalForeign(database: mongo.Db, directory: string): Promise<boolean> {
  const kept = keptIn(directory);
  return kept !== undefined && isForeign(kept, await readIdentity(database));
}

const isForeign = (kept: string | undefined, { id, earlier }: DatabaseIdentity): boolean =>
  kept !== undefined && kept !== id && !earlier.includes(kept);

function keptIn(directory: string): string | undefined {
  const path = join(directory, FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
