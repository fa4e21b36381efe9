import type { Socket } from 'bun';
import type { Transport } from './transport.ts';

/** Below this many waiting bytes a sender may go on. */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Bytes over an inherited socket: one end of a pair that nobody else can reach.
 * @param limitBytes more than this waiting for the other side closes the connection
 */
export async function openSocketTransport(
  descriptor: number,
  events: { receive(chunk: Uint8Array): void; closed(reason: Error): void },
  limitBytes: number,
): Promise<Transport> {
  const unsent: Uint8Array[] = [];
  let waiting = 0;
  let drained: (() => void)[] = [];
  let socket: Socket | undefined;
  let isClosed = false;
  /** Several may want a pause at once. */
  let pauses = 0;

  const close = (reason: Error) => {
    if (isClosed) return;
    isClosed = true;
    unsent.length = 0;
    waiting = 0;
    socket?.terminate();
    events.closed(reason);
  };
  const flush = () => {
    while (unsent.length > 0 && socket !== undefined) {
      const first = unsent[0] as Uint8Array;
      const written = socket.write(first);
      if (written < 0) return;
      waiting -= written;
      if (written < first.byteLength) {
        unsent[0] = first.subarray(written);
        break;
      }
      unsent.shift();
    }
    if (waiting > DRAINED_BYTES) return;
    const callbacks = drained;
    drained = [];
    for (const callback of callbacks) callback();
  };

  const handlers = {
    data: (_socket: Socket, chunk: Uint8Array) => {
      try {
        events.receive(chunk);
      } catch (error) {
        close(error instanceof Error ? error : new Error(String(error)));
      }
    },
    drain: flush,
    close: () => close(new Error('the channel was closed')),
    end: () => close(new Error('the channel was ended')),
    error: (_socket: Socket, error: Error) => close(error),
  };
  // Bun takes a descriptor here, its types do not say so yet.
  socket = await Bun.connect({
    fd: descriptor,
    socket: handlers,
  } as unknown as Bun.UnixSocketOptions<undefined>);
  flush();

  return {
    write(bytes) {
      if (isClosed) return;
      unsent.push(bytes);
      waiting += bytes.byteLength;
      if (unsent.length === 1) flush();
      if (waiting > limitBytes) close(new Error(`more than ${limitBytes} bytes wait for the other side`));
    },
    waiting: () => waiting,
    whenDrained(callback) {
      if (waiting <= DRAINED_BYTES) callback();
      else drained.push(callback);
    },
    pause() {
      pauses += 1;
      if (pauses === 1) socket?.pause();
    },
    resume() {
      pauses -= 1;
      if (pauses === 0) socket?.resume();
    },
    close: () => close(new Error('the channel was closed here')),
  };
}
