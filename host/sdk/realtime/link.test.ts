import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { RealtimeClose, type RealtimeServerMessage } from '@waypost/contract';
import { openFrame, type RealtimeKeys, sealFirstFrame, sealFrame } from './frame-cipher.ts';
import { backOff, createLink, type SocketListener } from './link.ts';

const HELLO = {
  kid: 'd1',
  // The public key of a server; its secret plays no part, since the keys come from the browser's half.
  public_key: 'XXpWFl79fwQ5Pi6FbIQWWKGYfE1ky6h11Kad2Xdo3hE',
  challenge: '4vjUQ_efH5ILFcxDKgo5O3WrqWlabxkRJprja9qoyi0',
};
const ACCEPTED = { status: true, message: '', content: { host: 'one' }, count: 1, type: 1 };

interface FakeSocket {
  listener: SocketListener;
  sent: string[];
  isClosed: boolean;
  bufferedAmount: number;
  send(text: string): void;
  close(): void;
}

let sockets: FakeSocket[];
let states: string[];
let messages: RealtimeServerMessage[];
let ended: number;
let token: string | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  sockets = [];
  states = [];
  messages = [];
  ended = 0;
  token = 'the token';
});
afterEach(() => {
  jest.useRealTimers();
});

function newLink(hasSockets = true) {
  return createLink({
    openSocket: hasSockets
      ? (listener) => {
          const socket: FakeSocket = {
            listener,
            sent: [],
            isClosed: false,
            bufferedAmount: 0,
            send: (text) => socket.sent.push(text),
            close: () => {
              socket.isClosed = true;
            },
          };
          sockets.push(socket);
          return socket;
        }
      : undefined,
    token: () => token,
    onState: (state) => states.push(state),
    onLinked: () => states.push('linked'),
    onMessage: (message) => messages.push(message),
    onSessionEnd: () => {
      ended += 1;
    },
    random: () => 1,
  });
}

const last = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};

/**
 * Plays the server of the newest socket. The keys that the browser agreed on are its secret; here its randomness is
 * fixed, so that the same keys can be made again.
 */
function accept(): { keys: RealtimeKeys; say(message: unknown): void; heard(): { type: number }[] } {
  const socket = last();
  const random = crypto.getRandomValues;
  crypto.getRandomValues = ((bytes: Uint8Array) => bytes.fill(7)) as typeof crypto.getRandomValues;
  try {
    socket.listener.onMessage(JSON.stringify(HELLO));
  } finally {
    crypto.getRandomValues = random;
  }
  const randomness = { secretKey: new Uint8Array(32).fill(7), nonce: new Uint8Array(24).fill(7), now: 0 };
  const { keys } = sealFirstFrame('', HELLO, randomness);
  let seq = 0;
  const say = (message: unknown) => {
    seq += 1;
    socket.listener.onMessage(JSON.stringify(sealFrame(keys, 's2c', seq, JSON.stringify(message))));
  };
  say(ACCEPTED);
  return {
    keys,
    say,
    heard: () => socket.sent.slice(1).map((text) => JSON.parse(openFrame(keys, 'c2s', JSON.parse(text)))),
  };
}

test('a page logs in with its token sealed, then pings every five seconds', () => {
  const link = newLink();
  link.open('en-US');
  const { heard } = accept();
  expect(states).toEqual(['connecting', 'connected', 'linked']);
  expect(last().sent[0]).not.toContain('the token');
  jest.advanceTimersByTime(10_100);
  expect(heard().map(({ type }) => type)).toEqual([5, 5]);
  link.close();
});

test('after a break it links again up to 20 times, ever more slowly, then screens poll', () => {
  const link = newLink();
  link.open('en-US');
  for (let tries = 0; tries < 25; tries += 1) {
    last().listener.onClose(1006);
    jest.advanceTimersByTime(15_000);
  }
  expect(sockets).toHaveLength(21);
  expect(states.at(-1)).toBe('off');
  link.open('en-US');
  expect(sockets).toHaveLength(22);
  link.close();
});

test('a login that worked starts the count anew', () => {
  const link = newLink();
  link.open('en-US');
  for (let tries = 0; tries < 30; tries += 1) {
    accept();
    last().listener.onClose(1006);
    jest.advanceTimersByTime(500);
  }
  expect(sockets).toHaveLength(31);
  expect(states.at(-1)).toBe('reconnecting');
  link.close();
});

test('the pauses double up to 15 seconds, half of each by chance', () => {
  expect([0, 1, 2, 3, 4, 5, 19].map((fails) => backOff(fails, 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
  expect(backOff(1, 0)).toBe(500);
});

test('what cannot be sent is tried again after a second', () => {
  const link = newLink();
  link.open('en-US');
  link.send({ type: 6, content: { topic: 'qr.today' } });
  const { heard } = accept();
  expect(heard()).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(heard()).toMatchObject([{ type: 6, content: { topic: 'qr.today' } }]);
  last().bufferedAmount = 1_000_000;
  link.send({ type: 7, content: { topic: 'qr.today' } });
  expect(heard()).toHaveLength(1);
  last().bufferedAmount = 0;
  jest.advanceTimersByTime(1_000);
  expect(heard().at(-1)).toMatchObject({ type: 7 });
  link.close();
});

test('a line on which nothing is heard any more is left', () => {
  const link = newLink();
  link.open('en-US');
  accept();
  jest.advanceTimersByTime(17_600);
  expect(sockets[0]?.isClosed).toBe(true);
  expect(states.at(-1)).toBe('reconnecting');
  jest.advanceTimersByTime(600);
  expect(sockets).toHaveLength(2);
  link.close();
});

test('garbage, a gap and a changed frame leave the line instead of showing anything', () => {
  for (const attack of [
    'rubbish',
    '{"encryption":1,"seq":1,"data":"AAAAAAAAAAAAAAAAAAAAAAAA"}',
    '{"encryption":1,"seq":3,"data":"AAAAAAAAAAAAAAAAAAAAAAAA"}',
  ]) {
    const link = newLink();
    link.open('en-US');
    accept();
    last().listener.onMessage(attack);
    expect(last().isClosed).toBe(true);
    expect(messages).toEqual([]);
    expect(states.at(-1)).toBe('reconnecting');
    link.close();
  }
});

test('the end of the session is told once and not answered with another try', () => {
  for (const finish of [
    (server: ReturnType<typeof accept>) =>
      server.say({ ...ACCEPTED, type: 3, content: { reason: 'session_ended' } }),
    () => last().listener.onClose(RealtimeClose.session_ended),
    () => last().listener.onClose(RealtimeClose.login_refused),
  ]) {
    ended = 0;
    sockets = [];
    const link = newLink();
    link.open('en-US');
    finish(accept());
    jest.advanceTimersByTime(60_000);
    expect(ended).toBe(1);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe('off');
  }
});

test('a browser without WebSocket is told so', () => {
  const link = newLink(false);
  link.open('en-US');
  expect(states).toEqual(['unsupported']);
  link.close();
});

test('events of the server reach the page in their order', () => {
  const link = newLink();
  link.open('en-US');
  const { say } = accept();
  for (const count of [1, 2, 3]) say({ ...ACCEPTED, type: 4, content: { topic: 'qr.today', data: count } });
  expect(messages.map(({ content }) => (content as { data: number }).data)).toEqual([1, 2, 3]);
  link.close();
});
