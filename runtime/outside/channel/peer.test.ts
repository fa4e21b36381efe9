import { expect, test } from 'bun:test';
import { AppError, defineError } from '@waypost/contract';
import fc from 'fast-check';
import { until } from '../../../tests/until.ts';
import { ChannelError, createFrameReader, encodeFrame } from './frames.ts';
import { createPeer, type Peer, type PeerOptions } from './peer.ts';
import type { ByteStream } from './streams.ts';
import type { Transport } from './transport.ts';

/** Two peers that talk to each other; chunks arrive cut as the test likes. */
function pair(
  left: Partial<PeerOptions>,
  right: Partial<PeerOptions>,
  cut = 1_000,
): { left: Peer; right: Peer } {
  const transportTo = (other: () => Peer): Transport => ({
    write(bytes) {
      const copy = Buffer.from(bytes);
      queueMicrotask(() => {
        for (let at = 0; at < copy.length; at += cut) other().receive(copy.subarray(at, at + cut));
      });
    },
    waiting: () => 0,
    whenDrained: (callback) => callback(),
    pause() {},
    resume() {},
    close() {},
  });
  const answer = async () => null;
  const peers: { left: Peer; right: Peer } = {
    left: createPeer({ answer, ...left, transport: transportTo(() => peers.right) }),
    right: createPeer({ answer, ...right, transport: transportTo(() => peers.left) }),
  };
  return peers;
}

test('frames come out whole however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 10 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
      (payloads, cuts) => {
        const stream = Buffer.concat(payloads.map((payload, at) => encodeFrame(at % 4, payload)));
        const reader = createFrameReader();
        const seen: { kind: number; payload: number[] }[] = [];
        let offset = 0;
        for (let at = 0; offset < stream.length; at += 1) {
          const chunk = Buffer.from(stream.subarray(offset, offset + (cuts[at % cuts.length] as number)));
          offset += chunk.length;
          for (const { kind, payload } of reader.push(chunk)) seen.push({ kind, payload: [...payload] });
          chunk.fill(0xee);
        }
        expect(seen).toEqual(payloads.map((payload, at) => ({ kind: at % 4, payload: [...payload] })));
      },
    ),
  );
});

test('whatever bytes come, a reader answers frames or a ChannelError and keeps no more than a frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      try {
        for (const { payload } of createFrameReader().push(bytes)) expect(payload.length).toBeLessThan(64);
      } catch (error) {
        expect(error).toBeInstanceOf(ChannelError);
      }
    }),
    { numRuns: 500 },
  );
});

test('who asks more at once than allowed is cut off, and nothing more of it is begun', () => {
  let begun = 0;
  const transport: Transport = {
    write() {},
    waiting: () => 0,
    whenDrained: (callback) => callback(),
    pause() {},
    resume() {},
    close() {},
  };
  const peer = createPeer({
    transport,
    mostQuestions: 2,
    answer() {
      begun += 1;
      return new Promise(() => {});
    },
  });
  const ask = (id: number) =>
    peer.receive(encodeFrame(0, Buffer.from(JSON.stringify({ t: 'ask', id, method: 'x' }))));
  ask(1);
  ask(2);
  expect(() => ask(3)).toThrow('too many open questions');
  expect(begun).toBe(2);
});

test('a question is answered, and a failure keeps its code, status, parameters and faults', async () => {
  const taken = defineError({ code: 'shop.taken', status: 409, params: ['code'] });
  const { left } = pair(
    {},
    {
      async answer(method, params) {
        if (method === 'refuse')
          throw taken.create(
            { code: 'abc' },
            { errors: [{ path: 'code', message: 'taken', params: { by: 'Ada' } }], content: { by: 1 } },
          );
        if (method === 'break') throw new RangeError('out of range');
        return { method, params };
      },
    },
    7,
  );
  expect(await left.ask('echo', { a: ['x', null] })).toEqual({ method: 'echo', params: { a: ['x', null] } });
  const refused = await left.ask('refuse', null).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: 'shop.taken',
    status: 409,
    messageKey: 'error.shop.taken',
    params: { code: 'abc' },
    errors: [{ path: 'code', message: 'taken', params: { by: 'Ada' } }],
    content: { by: 1 },
  });
  await expect(left.ask('break', null)).rejects.toThrow('RangeError: out of range');
});

test('nobody outside says 401: a browser would forget who is signed in', async () => {
  const { left } = pair(
    {},
    { answer: () => Promise.reject(defineError({ code: 'unauthenticated', status: 401 }).create()) },
  );
  const error = await left.ask('call', null).catch((fault: unknown) => fault);
  expect(error).not.toBeInstanceOf(AppError);
});

test('a question that is given up is cancelled on the other side, and one over its limit fails', async () => {
  const seen: string[] = [];
  const { left } = pair(
    {},
    {
      answer: (method, _params, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            seen.push(method);
            reject(new Error('gone'));
          });
        }),
    },
  );
  const control = new AbortController();
  const waiting = left.ask('slow', null, { signal: control.signal });
  control.abort(new Error('the client went away'));
  await expect(waiting).rejects.toThrow('the client went away');
  await expect(left.ask('late', null, { limitMs: 5 })).rejects.toThrow('no answer within 5 ms');
  await until('both are cancelled', () => seen.length >= 2);
  expect(seen).toEqual(['slow', 'late']);
});

test('when the channel ends every open question fails with the reason, and so does each later one', async () => {
  const { left } = pair({}, { answer: () => new Promise(() => {}) });
  const open = [left.ask('a', null), left.ask('b', null)];
  left.end(new Error('the process ended'));
  for (const question of open) await expect(question).rejects.toThrow('the process ended');
  await expect(left.ask('c', null)).rejects.toThrow('the process ended');
});

test('what is not JSON, or too large, fails alone', async () => {
  const { left } = pair(
    {},
    {
      answer: async (method) =>
        method === 'big' ? 'x'.repeat(9 * 1024 * 1024) : method === 'odd' ? 1n : 'well',
    },
    1_000_000,
  );
  await expect(left.ask('odd', null)).rejects.toThrow('not JSON');
  await expect(left.ask('big', null)).rejects.toThrow('more than');
  expect(await left.ask('fine', null)).toBe('well');
});

test('a stream carries bytes both ways until either side ends it', async () => {
  const ended: string[] = [];
  const { left } = pair(
    {},
    {
      accept(stream: ByteStream) {
        stream.onData = (bytes) => stream.write(Buffer.from(bytes).reverse());
        stream.onEnd = () => ended.push('right');
      },
    },
    3,
  );
  const stream = left.openStream();
  const received: number[] = [];
  stream.onData = (bytes) => received.push(...bytes);
  stream.write(new Uint8Array([1, 2, 3]));
  await until('all bytes are back', () => received.length >= 3);
  expect(received).toEqual([3, 2, 1]);
  stream.end();
  await until('the other side ends', () => ended.length > 0);
  expect(ended).toEqual(['right']);
});

test('messages that are none end the channel with an error, never with a hang', () => {
  const { left } = pair({}, {});
  for (const text of ['no json', '[]', '{"t":"ask"}', '{"t":"nothing"}', '{"t":"ask","id":-1,"method":"x"}'])
    expect(() => left.receive(encodeFrame(0, Buffer.from(text))), text).toThrow(ChannelError);
  for (const kind of [1, 4, 255])
    expect(() => left.receive(encodeFrame(kind, Buffer.alloc(8)))).toThrow(ChannelError);
});
