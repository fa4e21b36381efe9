import { type Clock, type Logger, newId, type Random, type Session } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { AuditDocument } from '../collections.ts';
import { type AuditFacts, type AuditLog, auditFacts, type NewAuditEntry } from './audit-log.ts';

/** An entry that was committed with the change that it tells of, before it has its place in the chain. */
export type PendingEntry = AuditFacts & Pick<AuditDocument, '_id' | 'time'>;

/** The audit log, with entries that belong to a transaction. */
export interface AuditLogWithPending extends AuditLog {
  /** With a session the entry is there if the transaction is committed, also when this process ends the moment after. */
  record(entry: NewAuditEntry, session?: Session): Promise<void>;
}

/** Entries that are taken over at once. */
const BATCH = 500;

/**
 * A place in the chain cannot be taken within a transaction: two at once would undo each other. So an entry is noted with
 * the change, and taken over when the transaction has ended; what a process leaves behind is taken over by the next that
 * reads the log or starts.
 */
export function withPendingEntries(
  auditLog: AuditLog,
  parts: {
    collection: Collection<PendingEntry>;
    clock: Clock;
    random: Random;
    log: Logger;
    /** Address of this machine. */
    serverIp?: string | undefined;
  },
): AuditLogWithPending & {
  /** Brings what is noted into the chain; throws what the store throws. */
  takeOver(): Promise<void>;
  /** The same after a transaction, so that whoever made the change finds its entry; a fault is logged, the change stands. */
  committed(session: Session): Promise<void>;
} {
  const { collection, clock, random, log } = parts;
  const followed = new WeakSet<Session>();
  let mayWait = false;
  let running = 0;
  let queue: Promise<void> = Promise.resolve();
  /** The one that waits for its turn, and has not looked yet. */
  let next: Promise<void> | undefined;

  /**
   * One after another: what was committed before this is asked for is in the log when it resolves. All who ask while one runs
   * share the next.
   */
  async function takeOver(): Promise<void> {
    running += 1;
    if (next === undefined) {
      next = queue.then(takeNoted);
      queue = next.catch(() => undefined);
    }
    try {
      await next;
    } finally {
      running -= 1;
    }
  }

  async function takeNoted(): Promise<void> {
    next = undefined;
    mayWait = false;
    for (;;) {
      const noted = await collection.find({}).sort({ time: 1, _id: 1 }).limit(BATCH).toArray();
      if (noted.length === 0) return;
      await auditLog.adopt(noted);
      await collection.deleteMany({ _id: { $in: noted.map(({ _id }) => _id) } });
      if (noted.length < BATCH) return;
    }
  }

  function follow(session: Session): void {
    if (followed.has(session)) return;
    followed.add(session);
    session.once('ended', () => {
      if (mayWait) void takeOverLater();
    });
  }

  async function takeOverLater(): Promise<void> {
    try {
      await takeOver();
    } catch (error) {
      mayWait = true;
      log.warn({ error }, 'entries of the audit log wait until it is read');
    }
  }

  return {
    ...auditLog,
    async record(entry, session) {
      if (session === undefined) {
        if (mayWait || running > 0) await takeOver();
        return auditLog.record(entry);
      }
      const noted = {
        _id: newId({ clock, random }),
        time: clock.date(),
        ...auditFacts(entry, parts.serverIp),
      };
      await collection.insertOne(noted, { session });
      mayWait = true;
      follow(session);
    },
    async page(query) {
      await takeOver();
      return auditLog.page(query);
    },
    async verify(options) {
      await takeOver();
      return auditLog.verify(options);
    },
    takeOver,
    async committed(session) {
      if (followed.has(session)) await takeOverLater();
    },
  };
}
