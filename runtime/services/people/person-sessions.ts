import { errors } from '@waypost/contract';
import type { Clock, People } from '@waypost/sdk';
import type { Collections } from '../collections.ts';

/** Sessions and keys of one person, as somebody else sees and ends them. */
export function createPersonSessions(options: {
  collections: Collections;
  clock: Clock;
}): Pick<People, 'sessions' | 'endSession' | 'apiKeys' | 'revokeApiKeys' | 'onlineNow'> {
  const { apiKeys, sessions } = options.collections;
  const { clock } = options;
  /** Whoever looks through a list asks again with each page. */
  let online: { time: number; accounts: Promise<string[]> } | undefined;
  const readOnline = async (now: number): Promise<string[]> => {
    const active = await sessions
      .find({ last_time: { $gt: new Date(now - ONLINE_MS) }, expires_at: { $gt: new Date(now) } })
      .project<{ account: string; acting?: object }>({ account: 1, acting: 1 })
      .toArray();
    return [...new Set(active.filter(({ acting }) => !acting).map(({ account }) => account))];
  };
  return {
    sessions: async (account) => {
      const living = await sessions
        .find({ account, expires_at: { $gt: clock.date() } })
        .sort({ last_time: -1, _id: -1 })
        .limit(SHOWN)
        .toArray();
      return living.map(({ _id, ip, user_agent, create_time, last_time, expires_at, acting }) => ({
        id: _id,
        ip,
        user_agent,
        create_time: create_time.toISOString(),
        last_time: last_time.toISOString(),
        expires_at: expires_at.toISOString(),
        acted_by: acting?.account ?? null,
      }));
    },
    endSession: async (account, session) => {
      const { deletedCount } = await sessions.deleteOne({ _id: session, account });
      if (deletedCount === 0) throw errors.notFound.create();
      await sessions.deleteMany({ 'acting.session': session });
    },
    apiKeys: async (owner) => {
      const found = await apiKeys.find({ owner }).sort({ create_time: -1, _id: -1 }).limit(SHOWN).toArray();
      return found.map((key) => ({
        id: key._id,
        name: key.name,
        prefix: key.prefix,
        create_time: key.create_time.toISOString(),
        last_time: key.last_time?.toISOString() ?? null,
        expires_at: key.expires_at?.toISOString() ?? null,
        revoke_time: key.revoke_time?.toISOString() ?? null,
        revoke_reason: key.revoke_reason,
      }));
    },
    revokeApiKeys: async (owner, reason, key) => {
      const { modifiedCount } = await apiKeys.updateMany(
        { owner, revoke_time: null, ...(key === undefined ? {} : { _id: key }) },
        { $set: { revoke_time: clock.date(), revoke_reason: reason } },
      );
      if (modifiedCount === 0 && key !== undefined) throw errors.notFound.create();
    },
    onlineNow: () => {
      const now = clock.now();
      if (online !== undefined && Math.abs(now - online.time) < KNOWN_MS) return online.accounts;
      const accounts = readOnline(now);
      const asked = { time: now, accounts };
      online = asked;
      accounts.catch(() => {
        if (online === asked) online = undefined;
      });
      return accounts;
    },
  };
}

/** More than anybody has; a list is not asked for without an end. */
const SHOWN = 200;
/** As `Sessions.online`. */
const ONLINE_MS = 5 * 60_000;
/** So long it is taken for known who is online. */
const KNOWN_MS = 2_000;
