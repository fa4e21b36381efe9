import { type Clock, type Logger, newId, type Random, type Session } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type AuditLog, auditFacts, type NewAuditEntry, type NotedEntry } from './audit-log.ts';

/** An entry that was committed with the change that it tells of, before it has its place in the chain. */
export type PendingEntry = NotedEntry;

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
  /** Resolves when that is done after a transaction that is over, so that whoever made the change finds its entry; a fault is logged, the change stands. */
  committed(session: Session): Promise<void>;
} {
  const { collection, clock, random, log } = parts;
  /** Transactions that entries were noted in, and once they are over the take-over that has begun then. */
  const followed = new WeakMap<Session, Promise<void> | undefined>();
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
      await auditLog.adopt(noted, collection);
      if (noted.length < BATCH) return;
    }
  }

  function follow(session: Session): void {
    if (followed.has(session) && followed.get(session) === undefined) return;
    followed.set(session, undefined);
    session.once('ended', () => void begun(session));
  }

  /** Once for each transaction, whatever tells first that it is over. */
  async function begun(session: Session): Promise<void> {
    const taken = followed.get(session) ?? takeOverLater();
    followed.set(session, taken);
    await taken;
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
      if (followed.has(session)) await begun(session);
    },
  };
}
