import net from 'node:net';
import mongoose from 'mongoose';

const { MongoNetworkError } = mongoose.mongo;

let isInstalled = false;

/**
 * Makes a write to a connection that dies fail instead of waiting for ever.
 *
 * Bun 1.4.5: a write to a socket whose peer was just killed answers false, and the socket then closes without `error`
 * or `drain`. MongoDB's driver (7.8.0, cmap/connection.js, writeCommand) waits for `drain`, and with it its heartbeat:
 * a store that comes back is never seen again. Here such a socket says `error` as it closes, which the driver handles;
 * it hands that very error on to whoever wrote, so it is of the class by which the driver knows what to try again.
 * The driver offers no place for it but `net.createConnection`, which it calls for every connection.
 */
export function settleWritesOfDeadSockets(): void {
  if (isInstalled) return;
  isInstalled = true;
  const createConnection = net.createConnection;
  const settling = (...parameters: Parameters<typeof createConnection>): net.Socket => {
    const socket = createConnection(...parameters);
    socket.on('close', () => {
      if (socket.listenerCount('drain') > 0)
        socket.emit('error', new MongoNetworkError('the connection closed while it was written to'));
    });
    return socket;
  };
  net.createConnection = settling as typeof createConnection;
}
