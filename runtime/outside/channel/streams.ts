import { ChannelError, FRAME_LIMIT_BYTES, FrameKind } from './frames.ts';
import type { Transport } from './transport.ts';

/** A two-way stream of bytes within the channel. */
export interface ByteStream {
  readonly id: number;
  write(bytes: Uint8Array): void;
  end(): void;
  /** Set by whoever uses the stream. */
  onData: (bytes: Buffer) => void;
  /** Called once when the other side or the channel ends it. */
  onEnd: () => void;
  /** Bytes of the whole channel that the other side has not taken. */
  waiting(): number;
  whenDrained(callback: () => void): void;
  /** Stops reading the whole channel: what is sent meanwhile stays with the sender. */
  pause(): void;
  resume(): void;
}

const ID_BYTES = 4;
const LARGEST_PART = FRAME_LIMIT_BYTES - 64;
/** Streams that one side may have open. */
const MOST_STREAMS = 64;

/** The streams of one end of a channel. */
export function createStreams(options: {
  send(kind: number, ...parts: Uint8Array[]): void;
  transport: Transport;
  accept: ((stream: ByteStream) => void) | undefined;
}): {
  open(): ByteStream;
  receive(kind: number, payload: Buffer): void;
  end(): void;
} {
  const { send, transport } = options;
  const streams = new Map<number, ByteStream>();
  let lastId = 0;

  function add(id: number): ByteStream {
    const head = Buffer.alloc(ID_BYTES);
    head.writeUInt32LE(id, 0);
    const stream: ByteStream = {
      id,
      write(bytes) {
        if (!streams.has(id)) return;
        for (let at = 0; at < bytes.byteLength; at += LARGEST_PART)
          send(FrameKind.streamData, head, bytes.subarray(at, at + LARGEST_PART));
      },
      end() {
        if (streams.delete(id)) send(FrameKind.streamEnd, head);
      },
      onData() {},
      onEnd() {},
      waiting: transport.waiting,
      whenDrained: transport.whenDrained,
      pause: transport.pause,
      resume: transport.resume,
    };
    streams.set(id, stream);
    return stream;
  }

  return {
    open() {
      lastId += 1;
      const stream = add(lastId);
      const head = Buffer.alloc(ID_BYTES);
      head.writeUInt32LE(lastId, 0);
      send(FrameKind.streamOpen, head);
      return stream;
    },
    receive(kind, payload) {
      if (payload.length < ID_BYTES) throw new ChannelError('a stream frame without a number');
      const id = payload.readUInt32LE(0);
      const stream = streams.get(id);
      if (kind === FrameKind.streamOpen) {
        if (options.accept === undefined || stream !== undefined || streams.size >= MOST_STREAMS)
          throw new ChannelError('a stream that cannot be opened');
        options.accept(add(id));
      } else if (kind === FrameKind.streamData) stream?.onData(payload.subarray(ID_BYTES));
      else if (kind === FrameKind.streamEnd) {
        streams.delete(id);
        stream?.onEnd();
      } else throw new ChannelError(`frame kind ${kind} is unknown`);
    },
    end() {
      const ending = [...streams.values()];
      streams.clear();
      for (const stream of ending) stream.onEnd();
    },
  };
}
