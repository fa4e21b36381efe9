import type { Logger } from '@waypost/sdk';
import type { ClientSession } from 'mongoose';

/** Longest that a change which is committed is held back because this process does not answer by it yet, milliseconds. */
export const OWN_CHANGE_WAIT_MS = 2_000;

/**
 * Lets whoever changes a link here be told when visits to this process go by the change. The change itself reaches the
 * index as every other does, through the feed and in its order; only the answer to its author waits for it. A process
 * that answers no visits has none of this.
 */
export interface OwnChanges {
  /** An attempt at a transaction begins: what an earlier attempt of the session has written is void. */
  begins(session: ClientSession): void;
  /** A change was written in the session's transaction; `key` names it among all changes. Other sessions are ignored. */
  expect(session: ClientSession, key: string): void;
  /** The index now goes by the change of this name, or never will. */
  applied(key: string): void;
  /** Whether any change is waited for: the names of changes need not be worked out otherwise. */
  isWaiting(): boolean;
  /** Resolves when all changes of the committed transaction are applied, or after the limit, which the log then tells. */
  committed(session: ClientSession): Promise<void>;
  /** The session is over, with or without a commit. */
  ended(session: ClientSession): void;
}

/** Names the removal of a link (24 hex digits) among all changes. */
export function removalKey(linkId: string): string {
  return `-${linkId}`;
}

interface Awaited {
  left: Set<string>;
  done: PromiseWithResolvers<void>;
}

export function createOwnChanges(options: { log: Logger; waitMs?: number }): OwnChanges {
  const waitMs = options.waitMs ?? OWN_CHANGE_WAIT_MS;
  const sessions = new Map<ClientSession, Awaited>();
  const byKey = new Map<string, Awaited>();

  const forget = (session: ClientSession): void => {
    for (const key of sessions.get(session)?.left ?? []) byKey.delete(key);
    sessions.delete(session);
  };

  return {
    begins: (session) => {
      forget(session);
      sessions.set(session, { left: new Set(), done: Promise.withResolvers() });
    },
    expect: (session, key) => {
      const awaited = sessions.get(session);
      if (awaited === undefined) return;
      awaited.left.add(key);
      byKey.set(key, awaited);
    },
    applied: (key) => {
      const awaited = byKey.get(key);
      if (awaited === undefined) return;
      byKey.delete(key);
      awaited.left.delete(key);
      if (awaited.left.size === 0) awaited.done.resolve();
    },
    isWaiting: () => byKey.size > 0,
    committed: async (session) => {
      const awaited = sessions.get(session);
      if (awaited === undefined || awaited.left.size === 0) return;
      const limit = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => limit.resolve('late'), waitMs);
      const outcome = await Promise.race([awaited.done.promise, limit.promise]);
      clearTimeout(timer);
      if (outcome === 'late')
        options.log.warn(
          { changes: awaited.left.size, ms: waitMs },
          'changed links are saved but not yet seen by visits of this process',
        );
    },
    ended: forget,
  };
}
