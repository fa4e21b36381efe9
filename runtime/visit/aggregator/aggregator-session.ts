import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@waypost/sdk';
import mongoose, { type ClientSession, type mongo } from 'mongoose';

const { Binary } = mongoose.mongo;
/** Files keep the names that installations have on their disks. */
const FILE = 'folder.session';

/**
 * Ends the session of the aggregator that ran here before, and notes this one's. An aggregator that was killed leaves its
 * transaction open, and what it had written would answer "write conflict" until the store gives it up, a minute later.
 */
export async function replaceAggregatorSession(options: {
  database: mongo.Db;
  session: ClientSession;
  /** DATA_DIR/journal */
  directory: string;
  log: Logger;
}): Promise<void> {
  const { database, directory, log, session } = options;
  const path = join(directory, FILE);
  if (existsSync(path)) {
    const id = new Binary(Buffer.from(readFileSync(path, 'utf8'), 'hex'), Binary.SUBTYPE_UUID);
    try {
      await database.command({ killSessions: [{ id }] });
    } catch (error) {
      // Some accounts of a database server may not do so; waiting is then all that is left.
      if ((error as { code?: unknown }).code === undefined) throw error;
      log.warn({ reason: String(error) }, 'the session of an earlier aggregator could not be ended');
    }
  }
  const { id } = session.serverSession.id;
  const draft = `${path}.draft`;
  writeFileSync(draft, Buffer.from(id.buffer.subarray(0, id.position)).toString('hex'), { mode: 0o600 });
  renameSync(draft, path);
}
