import type { Socket } from 'bun';
import type { OpenUpstream, StoreWay } from './store-way.ts';
import { openByDriver } from './upstream-by-driver.ts';

/**
 * How to open connections to the store that a connection string names: the embedded store's socket directly, MongoDB as
 * the driver does it, with its credentials and TLS. The plugin never sees any of that.
 */
export function upstreamOf(uri: string): StoreWay {
  const socket = embeddedSocket(uri);
  return socket === undefined
    ? openByDriver(uri)
    : { open: openSocket(socket), isEmbedded: true, close: async () => {} };
}

/** The path of the embedded store's socket, undefined for MongoDB. */
function embeddedSocket(uri: string): string | undefined {
  const host = decodeURIComponent(/^mongodb:\/\/([^/?@]+)/.exec(uri)?.[1] ?? '');
  return host.endsWith('.sock') ? host : undefined;
}

function openSocket(path: string): OpenUpstream {
  return async (events) => {
    const unsent: Uint8Array[] = [];
    let waiting = 0;
    const flush = (socket: Socket) => {
      while (unsent.length > 0) {
        const first = unsent[0] as Uint8Array;
        const written = socket.write(first);
        if (written < 0) return;
        waiting -= written;
        if (written < first.byteLength) {
          unsent[0] = first.subarray(written);
          return;
        }
        unsent.shift();
      }
      events.drained();
    };
    const socket: Socket = await Bun.connect({
      unix: path,
      socket: {
        data: (_socket: Socket, chunk: Uint8Array) => events.data(chunk),
        drain: flush,
        close: events.closed,
        end: events.closed,
        error: events.closed,
        connectError: () => {},
      },
    });
    return {
      isGreeted: false,
      write(bytes) {
        unsent.push(bytes);
        waiting += bytes.byteLength;
        if (unsent.length === 1) flush(socket);
      },
      waiting: () => waiting,
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      close: () => void socket.terminate(),
    };
  };
}
