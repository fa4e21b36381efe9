import {
  LANGUAGES_TOPIC,
  type Locale,
  PLUGINS_TOPIC,
  REALTIME_LOGIN_MS,
  REALTIME_SILENT_MS,
  RealtimeServerType,
} from '@waypost/contract';
import type { Caller, Clock, Disposer, Logger, Random, RealtimeAccess } from '@waypost/sdk';
import { type Channel, createChannel, type SignedIn } from './channel.ts';
import { createGreetings } from './handshake.ts';
import type { RealtimeSocket } from './socket.ts';
import { createTopics } from './topics.ts';

const TICK_MS = 1_000;

/** What changed about sessions: undefined fields say nothing about the others; no fields at all: anything may have. */
export interface SessionChange {
  session?: string;
  account?: string;
}

export interface RealtimeOptions {
  deriveKey(purpose: string): Uint8Array;
  clock: Clock;
  random: Random;
  log: Logger;
  /** The session behind a token; API keys have none. */
  signIn(token: string): Promise<SignedIn | undefined>;
  /** The sessions of these ids that still live. */
  renew(sessions: readonly string[]): Promise<Map<string, SignedIn>>;
  /** Tells of sessions that ended and accounts or roles that changed, in any process. */
  watchSessions(onChange: (change: SessionChange) => void): Disposer;
  /** Tells when operators changed the menu itself, in any process. */
  watchMenu(onChange: () => void): Disposer;
  /** Tells when languages or their words have become others, in any process. */
  watchLanguages(onChange: () => void): Disposer;
  chooseLocale(asked: string): Locale;
  translate(locale: Locale, key: string): string;
  /** Changes when the host's own files were replaced. */
  hostStamp(): string;
  generation(): number;
  onGeneration(listener: () => void): Disposer;
  /** Milliseconds of a clock that only goes forward; default the process's. */
  monotonic?: () => number;
}

export interface Realtime extends RealtimeAccess {
  /** Greets a socket that was just opened. */
  open(socket: RealtimeSocket): Channel;
  /** The socket of a channel is gone. */
  closed(channel: Channel): void;
  /** Sockets open in this process. */
  size(): number;
  /** Channels that follow a topic whose name begins with `prefix`. */
  followers(prefix: string): number;
  /** Tells browsers to look at the plugins again though no generation has changed. */
  announcePlugins(): void;
  /** Second by second: silent channels, sessions past their time. Called by its own timer; tests call it themselves. */
  tick(): Promise<void>;
  /** Looks again at the sessions that a change may concern. */
  recheck(change: SessionChange): Promise<void>;
  stop(): Promise<void>;
}

/** The channels of one process. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, clock } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const greet = createGreetings(options);
  const topics = createTopics(log);
  const channels = new Set<Channel>();
  const logins = new Map<Channel, Timer>();
  let host = options.hostStamp();

  topics.declare(PLUGINS_TOPIC, {});
  const announcePlugins = () => topics.publish(PLUGINS_TOPIC, { generation: options.generation() }, 'all');
  const stopGeneration = options.onGeneration(announcePlugins);
  const stopWatching = options.watchSessions((change) => {
    recheck(change).catch((error: unknown) =>
      log.warn({ error }, 'sessions of open channels could not be looked at'),
    );
  });
  const stopMenu = options.watchMenu(announcePlugins);
  topics.declare(LANGUAGES_TOPIC, {});
  const stopLanguages = options.watchLanguages(() => topics.publish(LANGUAGES_TOPIC, {}, 'all'));
  const timer = setInterval(() => {
    tick().catch((error: unknown) => log.warn({ error }, 'open channels could not be looked after'));
  }, TICK_MS);
  timer.unref();

  async function recheck(change: SessionChange): Promise<void> {
    await lookAgain(
      [...channels].filter(({ session }) => {
        if (session === undefined) return false;
        if (change.session !== undefined) return session.caller.credential === change.session;
        return change.account === undefined || session.caller.id === change.account;
      }),
    );
  }

  async function lookAgain(concerned: readonly Channel[]): Promise<void> {
    if (concerned.length === 0) return;
    const ids = new Set(concerned.map(({ caller }) => caller.credential));
    const living = await options.renew([...ids]);
    for (const channel of concerned) {
      const session = living.get(channel.caller.credential);
      if (session === undefined) channel.end('session_ended');
      else await renew(channel, session);
    }
  }

  /** Whoever may do something else from now on looks at the menu again, and nobody else has to. */
  async function renew(channel: Channel, session: SignedIn): Promise<void> {
    const before = channel.caller;
    await channel.renew(session);
    if (!maySame(before, session.caller))
      topics.tell(channel, PLUGINS_TOPIC, { generation: options.generation() });
  }

  async function tick(): Promise<void> {
    const silentSince = monotonic() - REALTIME_SILENT_MS;
    const now = clock.now();
    for (const channel of channels) {
      channel.allow();
      if (channel.heardAt < silentSince) channel.end('silent');
    }
    const stamp = options.hostStamp();
    if (stamp !== host) {
      host = stamp;
      for (const channel of channels) channel.say({ type: RealtimeServerType.reload });
    }
    await lookAgain([...channels].filter(({ session }) => session !== undefined && session.expiresAt <= now));
  }

  return {
    topic: (name, topic) => topics.declare(name, topic),
    publish: (name, data, audience) => topics.publish(name, data, audience),
    open(socket) {
      const channel = createChannel({ ...options, monotonic, topics, socket, greeting: greet() });
      channels.add(channel);
      const limit = setTimeout(() => {
        if (channel.session === undefined) channel.end('login_timeout');
      }, REALTIME_LOGIN_MS);
      limit.unref();
      logins.set(channel, limit);
      return channel;
    },
    closed(channel) {
      clearTimeout(logins.get(channel));
      logins.delete(channel);
      channels.delete(channel);
      channel.closed();
    },
    size: () => channels.size,
    followers: topics.followers,
    announcePlugins,
    tick,
    recheck,
    async stop() {
      clearInterval(timer);
      for (const limit of logins.values()) clearTimeout(limit);
      await stopGeneration();
      await stopWatching();
      await stopMenu();
      await stopLanguages();
    },
  };
}

/** Whether two looks at a caller found the same rights. */
function maySame(left: Caller, right: Caller): boolean {
  return (
    left.role === right.role &&
    left.isSuper === right.isSuper &&
    left.permissions.size === right.permissions.size &&
    [...left.permissions].every((node) => right.permissions.has(node))
  );
}
