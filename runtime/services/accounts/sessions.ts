import type { Clock, Logger, Random } from '@waypost/sdk';
import type { Collections, SessionDocument } from '../collections.ts';
import { hashToken, newToken } from '../credentials/token.ts';

export interface Sessions {
  /** Starts a session; the token is told once and kept nowhere. `isShort`: long enough to choose a password. */
  create(
    account: string,
    facts: {
      address: string;
      userAgent: string;
      isShort?: boolean;
      /** The operator who acts as the account, and the session that this one ends with. */
      acting?: NonNullable<SessionDocument['acting']>;
    },
  ): Promise<string>;
  /** The session of a token that still lives; its last use is noted, at most once a minute. */
  find(token: string): Promise<SessionDocument | undefined>;
  /** Those of some sessions that still live. */
  living(sessions: readonly string[]): Promise<SessionDocument[]>;
  end(session: string): Promise<void>;
  endAll(account: string): Promise<void>;
  /** When each account was last active, for those with a session used in the last five minutes. */
  online(accounts: readonly string[]): Promise<Map<string, Date>>;
}

/** A session ends after a week without use and after 30 days in any case. */
const IDLE_MS = 7 * 86_400_000;
const LIFE_MS = 30 * 86_400_000;
/** Of a session that only chooses a password. */
const SHORT_LIFE_MS = 15 * 60_000;
/** Of a session as somebody else. */
const ACTING_LIFE_MS = 60 * 60_000;
const TOUCH_MS = 60_000;
const ONLINE_MS = 5 * 60_000;

/** Opaque sessions; the store keeps only hashes of tokens. */
export function createSessions(options: {
  collections: Collections;
  clock: Clock;
  random: Random;
  log: Logger;
}): Sessions {
  const { sessions } = options.collections;
  const { clock } = options;

  function touch(session: SessionDocument): void {
    const now = clock.now();
    if (now - session.last_time.getTime() < TOUCH_MS) return;
    const end = session.is_short
      ? session.expires_at.getTime()
      : Math.min(now + IDLE_MS, session.create_time.getTime() + LIFE_MS);
    // Nobody waits for this: a lost note of last use only ends an idle session a minute earlier.
    sessions
      .updateOne({ _id: session._id }, { $set: { last_time: new Date(now), expires_at: new Date(end) } })
      .catch((error: unknown) =>
        options.log.warn({ error: String(error) }, 'last use of a session was not noted'),
      );
  }

  return {
    create: async (account, facts) => {
      const token = newToken(options.random);
      const now = clock.date();
      const life = facts.isShort ? SHORT_LIFE_MS : facts.acting ? ACTING_LIFE_MS : IDLE_MS;
      await sessions.insertOne({
        _id: hashToken(token),
        account,
        ip: facts.address,
        user_agent: facts.userAgent.slice(0, 500),
        create_time: now,
        last_time: now,
        expires_at: new Date(now.getTime() + life),
        ...(facts.isShort || facts.acting ? { is_short: true } : {}),
        ...(facts.acting ? { acting: facts.acting } : {}),
      });
      return token;
    },
    find: async (token) => {
      // The TTL index removes late: the moment is checked here.
      const session = await sessions.findOne({ _id: hashToken(token), expires_at: { $gt: clock.date() } });
      if (!session) return undefined;
      touch(session);
      return session;
    },
    living: (ids) => sessions.find({ _id: { $in: [...ids] }, expires_at: { $gt: clock.date() } }).toArray(),
    end: async (session) => {
      await sessions.deleteOne({ _id: session });
      await sessions.deleteMany({ 'acting.session': session });
    },
    endAll: async (account) => {
      await sessions.deleteMany({ account });
      await sessions.deleteMany({ 'acting.id': account });
    },
    online: async (accounts) => {
      const now = clock.now();
      const active = await sessions
        .find({
          account: { $in: [...accounts] },
          last_time: { $gt: new Date(now - ONLINE_MS) },
          expires_at: { $gt: new Date(now) },
        })
        .toArray();
      const latest = new Map<string, Date>();
      for (const { account, last_time, acting } of active) {
        // Somebody else was there in their place.
        if (acting) continue;
        const known = latest.get(account);
        if (!known || known < last_time) latest.set(account, last_time);
      }
      return latest;
    },
  };
}
