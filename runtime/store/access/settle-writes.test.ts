import { expect, test } from 'bun:test';
import { once } from 'node:events';
import net from 'node:net';
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
  await expect(drained).rejects.toThrow('closed while it was written to');
  server.close();
});
