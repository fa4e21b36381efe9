import { expect, test } from 'bun:test';
import { once } from 'node:events';
import net from 'node:net';
import mongoose from 'mongoose';
import { settleWritesOfDeadSockets } from './settle-writes.ts';

test('who waits to write on a connection that dies is told', async () => {
  settleWritesOfDeadSockets();
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const socket = net.createConnection({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const drained = once(socket, 'drain');
  socket.destroy();
  const error = await drained.catch((reason: unknown) => reason);
  // The class tells the driver that the write may be tried again, and the runtime that the store is away.
  expect(error).toBeInstanceOf(mongoose.mongo.MongoNetworkError);
  expect(String(error)).toContain('closed while it was written to');
  server.close();
});
