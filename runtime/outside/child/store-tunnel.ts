import net from 'node:net';
import { Duplex } from 'node:stream';
import type { Peer } from '../channel/peer.ts';
import { STORE_PORT } from '../protocol.ts';

/** A connection of the driver that is a stream of the channel; it has what the driver asks of a socket. */
class TunnelledSocket extends Duplex {
  readonly #stream: ReturnType<Peer['openStream']>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly remoteAddress = 'localhost';
  readonly remotePort = STORE_PORT;

  constructor(peer: Peer) {
    super();
    this.#stream = peer.openStream();
    this.#stream.onData = (bytes) => {
      this.#timer?.refresh();
      this.push(new Uint8Array(bytes));
    };
    this.#stream.onEnd = () => {
      this.push(null);
      this.destroy();
    };
    queueMicrotask(() => this.emit('connect'));
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#timer?.refresh();
    try {
      this.#stream.write(chunk);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#stream.whenDrained(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#stream.end();
    done(error);
  }

  setTimeout(milliseconds: number): this {
    clearTimeout(this.#timer);
    this.#timer = milliseconds === 0 ? undefined : setTimeout(() => this.emit('timeout'), milliseconds);
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Makes the driver reach the store through the channel. It asks `net.createConnection` for every connection and nothing else does here. */
export function tunnelStoreConnections(peer: Peer): void {
  const connect = () => new TunnelledSocket(peer) as unknown as net.Socket;
  net.createConnection = connect as typeof net.createConnection;
}
