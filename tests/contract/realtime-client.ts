import type { RealtimeHello } from '@waypost/contract';
import {
  openFrame,
  type RealtimeKeys,
  sealFirstFrame,
  sealFrame,
} from '../../host/sdk/realtime/frame-cipher.ts';

export interface Said {
  status: boolean;
  message: string;
  content: unknown;
  count: number;
  type: number;
}

/** A channel as a program written from docs/http.md holds it, with what it takes to break the rules. */
export interface RawChannel {
  hello: RealtimeHello;
  /** Everything that was sent and received, as it went over the wire. */
  frames: string[];
  keys: RealtimeKeys;
  logIn(token: string, locale?: string): void;
  /** Seals and sends; `seq` instead of the next number. */
  say(message: unknown, seq?: number): void;
  /** Sends a text as it is. */
  raw(text: string | Uint8Array): void;
  /** The next message that `wants` takes. @throws Error when none came in time */
  next(wants: (message: Said) => boolean, limitMs?: number): Promise<Said>;
  /** Close code, reason and milliseconds until it closed. */
  closed: Promise<{ code: number; reason: string; after: number }>;
  isOpen(): boolean;
  close(): void;
}

/** Opens `/realtime` and waits for the greeting. */
export async function openChannel(
  origin: string,
  headers: Record<string, string> = { origin },
): Promise<RawChannel> {
  // Bun's own option, which the browser's type does not know.
  const options = { headers } as unknown as string[];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime`, options);
  const started = performance.now();
  const frames: string[] = [];
  const heard: Said[] = [];
  const waiting = new Set<() => void>();
  const greeted = Promise.withResolvers<RealtimeHello>();
  const closed = Promise.withResolvers<Awaited<RawChannel['closed']>>();
  let keys: RealtimeKeys | undefined;
  let sent = 0;
  let received = 0;
  socket.onmessage = ({ data }) => {
    const text = String(data);
    frames.push(text);
    if (frames.length === 1) return greeted.resolve(JSON.parse(text) as RealtimeHello);
    const frame = JSON.parse(text) as { encryption: 1; seq: number; data: string };
    received += 1;
    if (frame.seq !== received || keys === undefined) throw new Error(`frame ${frame.seq} is out of order`);
    heard.push(JSON.parse(openFrame(keys, 's2c', frame)) as Said);
    for (const wake of waiting) wake();
  };
  socket.onclose = ({ code, reason }) => {
    closed.resolve({ code, reason, after: performance.now() - started });
    greeted.reject(new Error(`closed with ${code}`));
  };
  const hello = await greeted.promise;
  const send = (text: string | Uint8Array) => {
    frames.push(typeof text === 'string' ? text : Buffer.from(text).toString('latin1'));
    socket.send(text as string);
  };
  return {
    hello,
    frames,
    get keys() {
      if (keys === undefined) throw new Error('not logged in');
      return keys;
    },
    logIn(token, locale = 'en-US') {
      const first = sealFirstFrame(JSON.stringify({ type: 1, token, locale }), hello);
      keys = first.keys;
      send(JSON.stringify(first.sealed));
    },
    say(message, seq) {
      sent = seq ?? sent + 1;
      if (keys === undefined) throw new Error('not logged in');
      send(JSON.stringify(sealFrame(keys, 'c2s', sent, JSON.stringify(message))));
    },
    raw: send,
    async next(wants, limitMs = 30_000) {
      const end = performance.now() + limitMs;
      for (;;) {
        const index = heard.findIndex(wants);
        const [found] = index < 0 ? [] : heard.splice(index, 1);
        if (found !== undefined) return found;
        if (performance.now() > end || socket.readyState === WebSocket.CLOSED)
          throw new Error(`no such message within ${limitMs} ms; heard ${JSON.stringify(heard)}`);
        await Bun.sleep(5);
      }
    },
    closed: closed.promise,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}
