import { z } from 'zod';
import { readFailure, writeFailure, zFailure } from './failure.ts';
import { ChannelError, createFrameReader, encodeFrame, FRAME_LIMIT_BYTES, FrameKind } from './frames.ts';
import { createQuestions } from './questions.ts';
import { type ByteStream, createStreams } from './streams.ts';
import type { Transport } from './transport.ts';

const zMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ask'), id: z.int().min(0), method: z.string(), params: z.unknown().optional() }),
  z.object({ t: z.literal('answer'), id: z.int().min(0), value: z.unknown().optional() }),
  z.object({ t: z.literal('failure'), id: z.int().min(0), failure: zFailure }),
  z.object({ t: z.literal('cancel'), id: z.int().min(0) }),
  z.object({ t: z.literal('tell'), method: z.string(), params: z.unknown().optional() }),
]);
type Message = z.infer<typeof zMessage>;

export interface PeerOptions {
  transport: Transport;
  /** Answers a question of the other side; what it throws crosses as the failure. */
  answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Takes a message that wants no answer. */
  take?(method: string, params: unknown): void;
  /** Takes a stream that the other side opened. */
  accept?(stream: ByteStream): void;
  /** Questions of the other side that may be open at once; more end the channel. */
  mostQuestions?: number;
}

/** One end of the channel: questions both ways, messages, and byte streams. */
export interface Peer {
  /** @throws what the other side threw; ChannelError when the channel ends or the limit passes first */
  ask(
    method: string,
    params: unknown,
    options?: { signal?: AbortSignal; limitMs?: number },
  ): Promise<unknown>;
  tell(method: string, params: unknown): void;
  openStream(): ByteStream;
  /** Takes bytes of the transport, answers how many frames they completed. @throws ChannelError for what is no frame */
  receive(chunk: Uint8Array): number;
  /** Every open question fails with `reason`. */
  end(reason: Error): void;
}

export function createPeer(options: PeerOptions): Peer {
  const { transport } = options;
  const reader = createFrameReader();
  const running = new Map<number, AbortController>();
  let ended: Error | undefined;

  const sendFrame = (kind: number, ...parts: Uint8Array[]) => {
    if (ended === undefined) transport.write(encodeFrame(kind, ...parts));
  };
  const send = (message: Message) => sendFrame(FrameKind.message, Buffer.from(JSON.stringify(message)));
  const questions = createQuestions(send);
  const streams = createStreams({ send: sendFrame, transport, accept: options.accept });

  async function run(id: number, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const value = await options.answer(method, params, controller.signal);
      reply(id, { t: 'answer', id, value });
    } catch (error) {
      reply(id, { t: 'failure', id, failure: writeFailure(error) });
    } finally {
      running.delete(id);
    }
  }

  /** What cannot be written as JSON, or is too large, becomes a failure of the one question. */
  function reply(id: number, message: Message): void {
    try {
      send(message);
    } catch (cause) {
      const error =
        cause instanceof ChannelError
          ? new RangeError(`an answer of more than ${FRAME_LIMIT_BYTES} bytes`, { cause })
          : new TypeError('an answer that is not JSON', { cause });
      send({ t: 'failure', id, failure: writeFailure(error) });
    }
  }

  function take(message: Message): void {
    switch (message.t) {
      case 'ask':
        if (running.has(message.id)) throw new ChannelError('two questions with one number');
        if (running.size >= (options.mostQuestions ?? 10_000))
          throw new ChannelError('too many open questions');
        void run(message.id, message.method, message.params);
        return;
      case 'answer':
        questions.settle(message.id, (question) => question.resolve(message.value));
        return;
      case 'failure':
        questions.settle(message.id, (question) => question.reject(readFailure(message.failure)));
        return;
      case 'cancel':
        running.get(message.id)?.abort(new Error('the other side asks no longer'));
        return;
      case 'tell':
        options.take?.(message.method, message.params);
    }
  }

  return {
    ask(method, params, limits = {}) {
      return ended === undefined ? questions.ask(method, params, limits) : Promise.reject(ended);
    },
    tell: (method, params) => send({ t: 'tell', method, params }),
    openStream: streams.open,
    receive(chunk) {
      const frames = reader.push(chunk);
      for (const { kind, payload } of frames) {
        if (kind === FrameKind.message) take(parse(payload));
        else streams.receive(kind, payload);
      }
      return frames.length;
    },
    end(reason) {
      if (ended !== undefined) return;
      ended = reason;
      questions.end(reason);
      for (const controller of running.values()) controller.abort(reason);
      streams.end();
    },
  };
}

function parse(payload: Buffer): Message {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString('utf8'));
  } catch (cause) {
    throw new ChannelError('a message is not JSON', { cause });
  }
  const message = zMessage.safeParse(value);
  if (!message.success) throw new ChannelError('a message has not the form of one', { cause: message.error });
  return message.data;
}
