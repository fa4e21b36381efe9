import type { Socket } from 'bun';

/** A connection to the store that answers whoever writes to it: the plugin's commands come checked. */
export interface Upstream {
  write(bytes: Uint8Array): void;
  waiting(): number;
  pause(): void;
  resume(): void;
  close(): void;
}

export interface UpstreamEvents {
  data(bytes: Uint8Array): void;
  closed(): void;
  drained(): void;
}

export type OpenUpstream = (events: UpstreamEvents) => Promise<Upstream>;

/** Where a connection string leads, as far as it is a plain address. */
type Address = { unix: string } | { hostname: string; port: number };

const DEFAULT_PORT = 27_017;

/**
 * How to open connections to the store that a connection string names.
 * @throws TypeError for a store that wants credentials or TLS: the plugin must not have them, and the proxy does not speak them
 */
export function upstreamOf(uri: string): OpenUpstream {
  const address = addressOf(uri);
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
    const handlers = {
      data: (_socket: Socket, chunk: Uint8Array) => events.data(chunk),
      drain: flush,
      close: events.closed,
      end: events.closed,
      error: events.closed,
      connectError: () => {},
    };
    const socket: Socket =
      'unix' in address
        ? await Bun.connect({ unix: address.unix, socket: handlers })
        : await Bun.connect({ ...address, socket: handlers });
    return {
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

function addressOf(uri: string): Address {
  const match = /^mongodb:\/\/([^/@]+)(?:\/[^?]*)?(?:\?(.*))?$/.exec(uri);
  const options = new URLSearchParams(match?.[2] ?? '');
  const host = match?.[1]?.split(',')[0];
  if (host === undefined || options.get('tls') === 'true' || options.get('ssl') === 'true')
    throw new TypeError('plugins in a process of their own need a store without credentials and TLS');
  const name = decodeURIComponent(host);
  if (name.endsWith('.sock')) return { unix: name };
  const [, hostname = name, port] = /^(.*?)(?::(\d+))?$/.exec(name) ?? [];
  return { hostname, port: port === undefined ? DEFAULT_PORT : Number(port) };
}
