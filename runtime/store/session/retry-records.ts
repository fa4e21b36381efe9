import type { Connection } from '../storage/connection.ts';
import { type Document, decodeDocument, encodeDocument } from '../value/index.ts';

/** What the last retryable command of a session did so far, so that sending it again does nothing twice. */
export interface RetryRecord {
  /** The command's txnNumber. */
  number: number;
  /** The command's own account of what is done; its shape is the command's business. */
  state: Document;
}

/** The retry records of all sessions; each becomes durable together with the writes it tells of. */
export interface RetryRecords {
  find(session: string): RetryRecord | undefined;
  save(session: string, record: RetryRecord): void;
  /** Writes records saved since the last call; called just before COMMIT. */
  writePending(): void;
  committed(): void;
  /** The open transaction is lost: what was saved in it is forgotten. */
  discard(): void;
  remove(session: string): void;
  /** Removes records unused since `before` (milliseconds since 1970). */
  prune(before: number): void;
}

/** Opens the records kept in table `retries`. `now` gives milliseconds since 1970. */
export const openRetryRecords = (writer: Connection, now: () => number): RetryRecords => {
  const known = new Map<string, RetryRecord | null>();
  const changed = new Map<string, { number: number; record: Uint8Array }>();
  const keyOf = (session: string): Buffer => Buffer.from(session, 'latin1');

  return {
    find: (session) => {
      let record = known.get(session);
      if (record === undefined) {
        const row = writer
          .prepare<{ number: number; record: Uint8Array }>(
            'SELECT number, record FROM retries WHERE session = ?',
          )
          .get(keyOf(session));
        record = row === null ? null : { number: row.number, state: decodeDocument(row.record) };
        known.set(session, record);
      }
      return record ?? undefined;
    },
    save: (session, record) => {
      // Encoded now: what cannot be is this command's fault, and not the commit's.
      const bytes = encodeDocument(record.state);
      known.set(session, record);
      changed.set(session, { number: record.number, record: bytes });
    },
    writePending: () => {
      if (changed.size === 0) return;
      const write = writer.prepare(
        'INSERT OR REPLACE INTO retries(session, number, used_at, record) VALUES (?, ?, ?, ?)',
      );
      for (const [session, { number, record }] of changed) write.run(keyOf(session), number, now(), record);
    },
    committed: () => changed.clear(),
    discard: () => {
      for (const session of changed.keys()) known.delete(session);
      changed.clear();
    },
    remove: (session) => {
      known.delete(session);
      changed.delete(session);
      writer.prepare('DELETE FROM retries WHERE session = ?').run(keyOf(session));
    },
    prune: (before) => {
      writer.prepare('DELETE FROM retries WHERE used_at < ?').run(before);
      known.clear();
    },
  };
};
