import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import type { ByteStream } from '../../channel/streams.ts';
import { createRights } from '../rights.ts';
import { createStoreProxy } from '../store-proxy.ts';
import type { StoreWay } from '../store-way.ts';

/** The proxy behind a socket of its own, so that a driver connects to it as to any store. */
export function serveProxy(way: StoreWay, database: string) {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-proxy-'));
  const path = join(directory, 'proxy.sock');
  const refusals: unknown[] = [];
  const proxy = createStoreProxy({
    open: way.open,
    rights: createRights({
      plugin: 'shop',
      database,
      granted: new Set(['collections:read:qr_code']),
      isForeign: (name) => name.startsWith('shop_extra_'),
    }),
    log: { debug() {}, info() {}, warn: (fields) => refusals.push(fields.reason), error() {} },
  });
  const server = net.createServer((socket) => {
    const stream: ByteStream = {
      id: 1,
      write: (bytes) => void socket.write(bytes),
      end: () => socket.destroy(),
      onData() {},
      onEnd() {},
      waiting: () => socket.writableLength,
      whenDrained: (callback) =>
        socket.writableLength === 0 ? callback() : void socket.once('drain', callback),
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
    };
    proxy.accept(stream);
    socket.on('data', (bytes: Buffer) => stream.onData(bytes));
    socket.on('close', () => stream.onEnd());
    socket.on('error', () => stream.onEnd());
  });
  server.listen(path);
  const client = new mongo.MongoClient(
    `mongodb://${encodeURIComponent(path)}/${database}?directConnection=true&serverSelectionTimeoutMS=10000`,
  );
  return {
    client,
    refusals,
    async stop() {
      await client.close();
      await way.close();
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
