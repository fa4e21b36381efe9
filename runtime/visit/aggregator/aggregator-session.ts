import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@waypost/sdk';
import mongoose, { type ClientSession, type mongo } from 'mongoose';

const { Binary } = mongoose.mongo;
/** Files keep the names that installations have on their disks. */
const FILE = 'folder.session';

/**
 * Ends the sessions of the aggregator that ran here before, and notes this one's. An aggregator that was killed leaves its
 * transactions open, and what they had written would answer "write conflict" until the store gives it up, a minute later.
 */
export async function replaceAggregatorSessions(options: {
  database: mongo.Db;
  sessions: readonly ClientSession[];
  /** DATA_DIR/journal */
  directory: string;
  log: Logger;
}): Promise<void> {
  const { database, directory, log, sessions } = options;
  const path = join(directory, FILE);
  if (existsSync(path)) {
    const ids = readFileSync(path, 'utf8').trim().split('\n');
    const killed = ids.map((id) => ({ id: new Binary(Buffer.from(id, 'hex'), Binary.SUBTYPE_UUID) }));
    try {
      await database.command({ killSessions: killed });
    } catch (error) {
      // Some accounts of a database server may not do so; waiting is then all that is left.
      if ((error as { code?: unknown }).code === undefined) throw error;
      log.warn({ reason: String(error) }, 'the sessions of an earlier aggregator could not be ended');
    }
  }
  const draft = `${path}.draft`;
  const ids = sessions.map(({ serverSession }) => {
    const { id } = serverSession.id;
    return Buffer.from(id.buffer.subarray(0, id.position)).toString('hex');
  });
  writeFileSync(draft, ids.join('\n'), { mode: 0o600 });
  renameSync(draft, path);
}
