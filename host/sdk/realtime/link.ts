import {
  REALTIME_PING_MS,
  REALTIME_RELINK_LIMIT,
  REALTIME_SEND_RETRY_MS,
  REALTIME_SILENT_MS,
  RealtimeClientType,
  RealtimeClose,
  type RealtimeServerMessage,
  RealtimeServerType,
  zRealtimeFrame,
  zRealtimeHello,
  zRealtimeServerMessage,
} from '@waypost/contract';
import { openFrame, type RealtimeKeys, sealFirstFrame, sealFrame } from './frame-cipher.ts';

/** Connecting for the first time; open and logged in; trying again; given up or nobody logged in; no WebSocket at all. */
export type RealtimeState = 'connecting' | 'connected' | 'reconnecting' | 'off' | 'unsupported';

/** The part of a browser's WebSocket that is used. */
export interface LinkSocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(): void;
}

export interface SocketListener {
  onMessage(data: unknown): void;
  onClose(code: number): void;
}

export interface LinkOptions {
  /** Undefined: this browser has no WebSocket. */
  openSocket: ((listener: SocketListener) => LinkSocket) | undefined;
  token(): string | undefined;
  onState(state: RealtimeState): void;
  /** Logged in; `content` is what the server said of itself. */
  onLinked(content: unknown): void;
  onMessage(message: RealtimeServerMessage): void;
  /** The server refused the session or ended it. */
  onSessionEnd(): void;
  /** In [0, 1): spreads browsers that lost the same server. */
  random?: () => number;
}

interface ClientMessage {
  type: number;
  content?: unknown;
}

export interface Link {
  /** `locale`: the language of what the server says. Does nothing while it is open or being opened. */
  open(locale: string): void;
  close(): void;
  /** Sends now, or every second again until it can; given up when the link is closed. */
  send(message: ClientMessage): void;
}

const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MOST_MS = 15_000;
/** Bytes that may wait in the browser before a message waits with us. */
const SEND_BUFFER_BYTES = 65_536;
const SESSION_CODES: ReadonlySet<number> = new Set([
  RealtimeClose.login_refused,
  RealtimeClose.session_ended,
]);

interface Line {
  socket: LinkSocket;
  keys: RealtimeKeys | undefined;
  sent: number;
  received: number;
  isLoggedIn: boolean;
}

/** Waiting time before the try after `fails` failures, milliseconds: doubling, capped, half of it by chance. */
export function backOff(fails: number, random: number): number {
  const most = Math.min(BACK_OFF_MOST_MS, BACK_OFF_FIRST_MS * 2 ** fails);
  return most / 2 + (most / 2) * random;
}

/** Keeps one channel to the server up: login, pings, links again after a break (docs/http.md, "Realtime"). */
export function createLink(options: LinkOptions): Link {
  let line: Line | undefined;
  let locale = '';
  let isWanted = false;
  let wasLinked = false;
  const attempts = createAttempts(connect, options.random ?? Math.random);
  const watch = createWatch({
    ping: () => transmit(line, { type: RealtimeClientType.ping }),
    onSilence: startOver,
  });
  const outbox = createOutbox((message) => transmit(line, message));

  function open(language: string): void {
    locale = language;
    if (isWanted && (line !== undefined || attempts.isWaiting())) return;
    isWanted = true;
    attempts.reset();
    wasLinked = false;
    connect();
  }

  function connect(): void {
    if (options.openSocket === undefined) {
      options.onState('unsupported');
      return;
    }
    options.onState(wasLinked || attempts.haveFailed() ? 'reconnecting' : 'connecting');
    line = openLine(options.openSocket, {
      onMessage(on, data) {
        if (line === on) receive(on, data);
      },
      onClose(on, code) {
        if (line !== on) return;
        drop();
        if (SESSION_CODES.has(code)) endSession();
        else again();
      },
    });
    watch.heard();
  }

  function startOver(): void {
    drop();
    again();
  }

  function receive(on: Line, data: unknown): void {
    watch.heard();
    let message: RealtimeServerMessage | undefined;
    try {
      if (on.keys === undefined) greet(on, String(data));
      else message = read(on, on.keys, String(data));
    } catch {
      // Nothing on this line can be trusted any more; a new one starts from nothing.
      startOver();
    }
    if (message !== undefined) hear(on, message);
  }

  function greet(on: Line, text: string): void {
    const hello = zRealtimeHello.parse(JSON.parse(text));
    const token = options.token();
    if (token === undefined) close();
    else logIn(on, hello, { token, locale });
  }

  function hear(on: Line, message: RealtimeServerMessage): void {
    if (on.isLoggedIn) {
      if (message.type === RealtimeServerType.close) endSession();
      else options.onMessage(message);
      return;
    }
    on.isLoggedIn = true;
    wasLinked = true;
    attempts.reset();
    watch.keepAlive();
    options.onState('connected');
    options.onLinked(message.content);
  }

  function drop(): void {
    const ending = line;
    line = undefined;
    watch.end();
    ending?.socket.close();
  }

  function again(): void {
    if (!isWanted) return;
    const isTriedAgain = attempts.again();
    if (!isTriedAgain) isWanted = false;
    options.onState(isTriedAgain ? 'reconnecting' : 'off');
  }

  function close(): void {
    isWanted = false;
    attempts.cancel();
    outbox.clear();
    drop();
    if (options.openSocket !== undefined) options.onState('off');
  }

  function endSession(): void {
    close();
    options.onSessionEnd();
  }

  return {
    open,
    close,
    send: (message) => {
      if (isWanted) outbox.send(message);
    },
  };
}

/** Tries to connect again, later each time, until it has failed too often. */
function createAttempts(connect: () => void, random: () => number) {
  let fails = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    isWaiting: () => waiting !== undefined,
    haveFailed: () => fails > 0,
    reset(): void {
      fails = 0;
    },
    /** @returns false when it is given up */
    again(): boolean {
      if (fails >= REALTIME_RELINK_LIMIT) return false;
      waiting = setTimeout(
        () => {
          waiting = undefined;
          connect();
        },
        backOff(fails, random()),
      );
      fails += 1;
      return true;
    },
    cancel(): void {
      clearTimeout(waiting);
      waiting = undefined;
    },
  };
}

/** Opens a socket whose listener is told on which line something happened. */
function openLine(
  openSocket: NonNullable<LinkOptions['openSocket']>,
  listener: { onMessage(line: Line, data: unknown): void; onClose(line: Line, code: number): void },
): Line {
  let opened: Line | undefined;
  const socket = openSocket({
    onMessage(data) {
      if (opened !== undefined) listener.onMessage(opened, data);
    },
    onClose(code) {
      if (opened !== undefined) listener.onClose(opened, code);
    },
  });
  opened = { socket, keys: undefined, sent: 0, received: 0, isLoggedIn: false };
  return opened;
}

/** Keeps a line alive and notices when it is dead. */
function createWatch(input: { ping(): void; onSilence(): void }) {
  let pinging: ReturnType<typeof setInterval> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Nothing heard for three pings: the line is dead, whatever the browser thinks. */
    heard(): void {
      clearTimeout(watchdog);
      watchdog = setTimeout(input.onSilence, REALTIME_SILENT_MS);
    },
    keepAlive(): void {
      pinging = setInterval(input.ping, REALTIME_PING_MS);
    },
    end(): void {
      clearInterval(pinging);
      clearTimeout(watchdog);
    },
  };
}

/** Tries what could not be sent again every second until it is cleared. */
function createOutbox(transmitNow: (message: ClientMessage) => boolean) {
  const retries = new Set<ReturnType<typeof setTimeout>>();
  function send(message: ClientMessage): void {
    if (transmitNow(message)) return;
    const retry = setTimeout(() => {
      retries.delete(retry);
      send(message);
    }, REALTIME_SEND_RETRY_MS);
    retries.add(retry);
  }
  return {
    send,
    clear(): void {
      for (const retry of retries) clearTimeout(retry);
      retries.clear();
    },
  };
}

/** What a frame says. @throws Error for anything else than the next one */
function read(on: Line, keys: RealtimeKeys, text: string): RealtimeServerMessage {
  const frame = zRealtimeFrame.parse(JSON.parse(text));
  if (frame.seq !== on.received + 1) throw new TypeError('a frame is missing or came twice');
  const opened = openFrame(keys, 's2c', frame);
  on.received = frame.seq;
  return zRealtimeServerMessage.parse(JSON.parse(opened));
}

/** Answers the server's greeting. */
function logIn(
  on: Line,
  hello: Parameters<typeof sealFirstFrame>[1],
  who: { token: string; locale: string },
): void {
  const login = JSON.stringify({ type: RealtimeClientType.login, ...who });
  const first = sealFirstFrame(login, hello);
  on.keys = first.keys;
  on.socket.send(JSON.stringify(first.sealed));
}

/** Sends at once. @returns whether the line could take it */
function transmit(line: Line | undefined, message: ClientMessage): boolean {
  if (!line?.isLoggedIn || line.keys === undefined) return false;
  if (line.socket.bufferedAmount > SEND_BUFFER_BYTES) return false;
  line.sent += 1;
  const whole = { status: true, message: '', content: null, count: 0, ...message };
  line.socket.send(JSON.stringify(sealFrame(line.keys, 'c2s', line.sent, JSON.stringify(whole))));
  return true;
}
