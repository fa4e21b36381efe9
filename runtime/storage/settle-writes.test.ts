import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { socketUri, storeCommand } from '@waypost/store';
import mongoose from 'mongoose';
import { knownFailure } from './known-failure.ts';
import { settleWritesOfDeadSockets } from './settle-writes.ts';

const { MongoClient, MongoNetworkError } = mongoose.mongo;

/** Larger than what a socket keeps for a reader that does not read. */
const LARGE = 'x'.repeat(8_000_000);

const withDriverListener = (socket: net.Socket): net.Socket =>
  socket.on(
    'error',
    function onSocketError() {
      // The driver ends its connection here.
    }.bind(undefined),
  );

/** A connection of loopback, from this process to itself. */
async function connect(): Promise<{ socket: net.Socket; end(): void }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const socket = net.createConnection({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return { socket, end: () => void server.close() };
}

test('the driver is told when a connection that it waits to write on closes without a word', async () => {
  settleWritesOfDeadSockets();
  const { socket, end } = await connect();
  const drained = once(withDriverListener(socket), 'drain');
  socket.destroy();
  const error = await drained.catch((reason: unknown) => reason);
  // The class tells the driver that the write may be tried again, and the runtime that the store is away.
  expect(error).toBeInstanceOf(MongoNetworkError);
  expect(String(error)).toContain('closed while it was written to');
  end();
});

test('the connections of others fail as they always did', async () => {
  settleWritesOfDeadSockets();
  const { socket, end } = await connect();
  const drained = once(socket, 'drain');
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  socket.destroy(reset);
  expect(await drained.catch((reason: unknown) => reason)).toBe(reset);
  end();
});

test('a store killed in the middle of a command is away, not a fault of ours', async () => {
  settleWritesOfDeadSockets();
  const directory = mkdtempSync(join(tmpdir(), 'wp-settle-'));
  const path = join(directory, 's.sock');
  const store = Bun.spawn(storeCommand({ directory: join(directory, 'data'), socketPath: path }), {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  for await (const _ of store.stdout) break;
  const uri = socketUri(path, 'x');
  // One connection each: none can be made to a store that takes nothing any more.
  const clients = [0, 1].map(() => new MongoClient(uri, { retryWrites: false, monitorCommands: true }));
  const rows = clients.map((client) => client.db().collection('row'));
  for (const each of rows) await each.insertOne({});
  store.kill('SIGSTOP');
  const begun = clients.map((client) => once(client, 'commandStarted'));
  const outcomes = [rows[0]?.insertOne({ LARGE }), rows[1]?.insertMany([{ LARGE }, {}])].map((write) =>
    write?.then(
      () => 'written',
      (error: unknown) => error,
    ),
  );
  await Promise.all(begun);
  await setImmediate();
  store.kill('SIGKILL');
  for (const error of await Promise.all(outcomes))
    expect(knownFailure(error)?.code).toBe('store_unavailable');
  for (const client of clients) await client.close();
  await store.exited;
  rmSync(directory, { recursive: true });
}, 60_000);
