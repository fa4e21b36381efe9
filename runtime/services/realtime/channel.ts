import {
  errors,
  type Locale,
  REALTIME_CLIENT_FRAME_BYTES,
  RealtimeClientType,
  RealtimeClose,
  type RealtimeCloseReason,
  RealtimeServerType,
  zRealtimeClientMessage,
} from '@waypost/contract';
import type { Caller, Logger } from '@waypost/sdk';
import { createFrameCipher, type FrameCipher, FrameFault } from './frame-cipher.ts';
import type { Greeting } from './handshake.ts';
import type { RealtimeSocket } from './socket.ts';
import type { Follower, Topics } from './topics.ts';

/** Bytes that may wait for a reader: a few of the largest events. */
const BUFFER_LIMIT_BYTES = 1_048_576;
/** How long a reader that does not read gets to take the reason, milliseconds. */
const LINGER_MS = 1_000;
/** Messages that may wait while earlier ones are worked on. */
const WAITING_LIMIT = 50;
/** Messages between two calls of `allow`, which come every second; a page that opens follows a handful of topics. */
const MESSAGES_PER_SECOND = 50;
const TOPIC_LIMIT = 50;

export interface SignedIn {
  caller: Caller;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface ChannelOptions {
  socket: RealtimeSocket;
  greeting: Greeting;
  topics: Topics;
  /** Who a token belongs to, while its session lives. */
  signIn(token: string): Promise<SignedIn | undefined>;
  chooseLocale(asked: string): Locale;
  translate(locale: Locale, key: string): string;
  /** Told with the answer to the login, so that a page notices that its own files were replaced. */
  hostStamp(): string;
  /** Milliseconds of a clock that only goes forward. */
  monotonic(): number;
  log: Logger;
}

/** One socket from its greeting to its end. */
export interface Channel extends Follower {
  /** Undefined before the login. */
  readonly session: SignedIn | undefined;
  /** When the other side last said something, by `monotonic`. */
  readonly heardAt: number;
  /** Takes a frame; frames are worked on one after another. */
  receive(frame: string | Uint8Array): void;
  /** New facts about the session, after something about it changed. */
  renew(session: SignedIn): Promise<void>;
  /** A second has passed: more messages may come. */
  allow(): void;
  /** Says a message of a server type. */
  say(message: ServerMessage): void;
  /** Closes with a reason. */
  end(reason: RealtimeCloseReason): void;
  /** The socket is gone. */
  closed(): void;
}

interface ServerMessage {
  type: number;
  status?: boolean;
  message?: string;
  content?: unknown;
}

const encoder = new TextEncoder();

export function createChannel(options: ChannelOptions): Channel {
  const { socket, greeting, topics, log } = options;
  let session: SignedIn | undefined;
  let cipher: FrameCipher | undefined;
  let locale: Locale = options.chooseLocale('');
  let heardAt = options.monotonic();
  let isOver = false;
  let waiting = 0;
  let budget = MESSAGES_PER_SECOND;
  let work: Promise<void> = Promise.resolve();

  const channel: Channel = {
    get session() {
      return session;
    },
    get caller() {
      if (session === undefined) throw new TypeError('this channel has not logged in');
      return session.caller;
    },
    get heardAt() {
      return heardAt;
    },
    receive(frame) {
      if (isOver) return;
      heardAt = options.monotonic();
      if (typeof frame !== 'string' || frame.length > REALTIME_CLIENT_FRAME_BYTES) return end('bad_frame');
      budget -= 1;
      waiting += 1;
      if (budget < 0 || waiting > WAITING_LIMIT) return end('too_many_messages');
      work = work.then(() => handle(frame)).finally(() => (waiting -= 1));
    },
    async renew(fresh) {
      if (isOver || session === undefined) return;
      session = fresh;
      await topics.recheck(channel);
      if (isOver) topics.drop(channel);
    },
    allow() {
      budget = MESSAGES_PER_SECOND;
    },
    deliver,
    say,
    end,
    closed() {
      isOver = true;
      topics.drop(channel);
    },
  };

  async function handle(frame: string): Promise<void> {
    if (isOver) return;
    try {
      if (cipher === undefined) await logIn(frame);
      else await obey(cipher.open(frame));
    } catch (error) {
      if (error instanceof FrameFault) return end(error.reason);
      log.warn({ error }, 'a realtime message could not be worked on');
      end('try_again');
    }
  }

  async function logIn(frame: string): Promise<void> {
    const login = greeting.open(frame);
    locale = options.chooseLocale(login.locale);
    const found = await options.signIn(login.token);
    if (isOver) return;
    if (found === undefined) return end('login_refused');
    cipher = createFrameCipher(login.keys);
    session = found;
    say({ type: RealtimeServerType.ignored, content: { host: options.hostStamp() } });
  }

  async function obey(text: string): Promise<void> {
    const message = readMessage(text);
    if (message.type === RealtimeClientType.ping) return say({ type: RealtimeServerType.ignored });
    const { topic } = message;
    if (message.type === RealtimeClientType.unsubscribe) {
      topics.leave(channel, topic);
      return say({ type: RealtimeServerType.ignored, content: { topic } });
    }
    const isJoined = topics.followed(channel) < TOPIC_LIMIT && (await topics.join(channel, topic));
    // The socket may have gone while the topic was asked.
    if (isOver) return topics.drop(channel);
    if (isJoined) return say({ type: RealtimeServerType.ignored, content: { topic } });
    say({
      type: RealtimeServerType.ignored,
      status: false,
      message: options.translate(locale, 'error.realtime_topic'),
      content: { topic, code: errors.forbidden.code },
    });
  }

  function say({ type, status = true, message = '', content = null }: ServerMessage): void {
    deliver(
      encoder.encode(JSON.stringify({ status, message, content, count: content === null ? 0 : 1, type })),
    );
  }

  function deliver(text: Uint8Array): void {
    if (isOver || cipher === undefined) return;
    socket.send(cipher.seal(text));
    if (socket.buffered() > BUFFER_LIMIT_BYTES) end('slow_reader');
  }

  function end(reason: RealtimeCloseReason): void {
    if (isOver) return;
    if (reason === 'session_ended') say({ type: RealtimeServerType.close, content: { reason } });
    isOver = true;
    topics.drop(channel);
    log.debug({ reason, account: session?.caller.account }, 'realtime channel closed');
    socket.close(RealtimeClose[reason], reason);
    // Whoever does not read does not read the reason either, and must not hold memory any longer.
    setTimeout(() => socket.terminate(), LINGER_MS).unref();
  }

  socket.send(JSON.stringify(greeting.hello));
  return channel;
}

function readMessage(text: string) {
  try {
    return zRealtimeClientMessage.parse(JSON.parse(text));
  } catch (cause) {
    throw new FrameFault('bad_frame', cause);
  }
}
