import net from 'node:net';
import tls from 'node:tls';
import mongoose from 'mongoose';

const { MongoError, MongoNetworkError } = mongoose.mongo;

/** What tells the driver's sockets from all others: its own listener (mongodb 7.8.0, cmap/connection.js). */
const DRIVER_LISTENER = 'bound onSocketError';

let isInstalled = false;

/**
 * Makes a write of MongoDB's driver (7.8.0, cmap/connection.js, writeCommand) to a connection that dies fail as a lost
 * connection. While the driver waits for `drain` it hands on whatever its socket says, and waits for ever for one that
 * says nothing:
 * - Bun 1.4.5: a socket whose peer was just killed may close without `error` or `drain`, and the heartbeat hangs with
 *   it: a store that comes back is never seen again. Here it says `error` as it closes.
 * - A raw ECONNRESET or EPIPE says neither to the driver that the write may be tried again nor to the runtime that the
 *   store is away. Here it becomes the driver's own class, with what was said as its cause.
 * Sockets of others are left as they are. The driver offers no place for it but the two functions that it makes every
 * connection with.
 */
export function settleWritesOfDeadSockets(): void {
  if (isInstalled) return;
  isInstalled = true;
  net.createConnection = settling(net.createConnection);
  tls.connect = settling(tls.connect);
}

function settling<Make extends (...parameters: never[]) => net.Socket>(make: Make): Make {
  return ((...parameters: Parameters<Make>) => settle(make(...parameters))) as Make;
}

function settle(socket: net.Socket): net.Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  socket.emit = ((event: string | symbol, ...values: unknown[]) =>
    event === 'error' && isWrittenByDriver(socket)
      ? emit('error', asLostConnection(values[0]))
      : emit(event, ...values)) as typeof socket.emit;
  socket.on('close', () => {
    if (isWrittenByDriver(socket))
      emit('error', new MongoNetworkError('the connection closed while it was written to'));
  });
  return socket;
}

/** Whether the driver waits for this socket to take the rest of a command. */
function isWrittenByDriver(socket: net.Socket): boolean {
  if (socket.listenerCount('drain') === 0) return false;
  return socket.listeners('error').some(({ name }) => name === DRIVER_LISTENER);
}

function asLostConnection(error: unknown): Error {
  if (error instanceof MongoError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new MongoNetworkError(cause.message, { cause });
}
