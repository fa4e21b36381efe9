import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { mongo } from 'mongoose';
import { openClient } from '../../storage/open-client.ts';
import type { OpenUpstream, StoreWay } from './store-way.ts';

/** Parts of MongoDB's driver (7.8.0, lib/cmap and lib/sdam) that connect as the driver itself does. */
interface Connection {
  socket: Socket;
  messageStream: NodeJS.WritableStream;
  destroy(): void;
}
interface Pool {
  options: object;
  cancellationToken: unknown;
}
interface Topology {
  selectServer(
    mode: string,
    options: { operationName: string },
  ): Promise<{ pool: Pool; description: { address: string } }>;
}
interface Client {
  topology: Topology;
  options: { metadata: unknown };
  s: { authProviders: unknown };
}
type Connect = (options: object) => Promise<Connection>;

/** Mongoose brings the driver; which package that is only mongoose knows. */
function driverConnect(): Connect {
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  return (ofMongoose('mongodb/lib/cmap/connect.js') as { connect: Connect }).connect;
}

/**
 * Opens connections to the primary of a replica set, with the credentials and TLS of the connection string. What the
 * driver says and proves of itself is said and proved already when a plugin's first command comes.
 */
export function openByDriver(uri: string): StoreWay {
  const connect = driverConnect();
  // Tells which member is the primary now; connections are made beside its pool.
  let client: mongo.MongoClient | undefined;
  const opened = new Set<{ address: string; connection: Connection }>();
  /** A plugin's driver believes in the member that it has: it looks anew when its connections end. */
  const leaveFormer = ({ newDescription: { servers } }: mongo.TopologyDescriptionChangedEvent) => {
    for (const { address, connection } of opened) {
      const type = servers.get(address)?.type;
      // One that nobody knows anything of may be the primary still.
      if (type !== 'RSPrimary' && type !== 'Unknown') connection.destroy();
    }
  };
  const connected = () => {
    client ??= openClient(uri, {
      appName: 'waypost-plugins',
      maxPoolSize: 1,
      serverSelectionTimeoutMS: 2_000,
      heartbeatFrequencyMS: 1_000,
    }).on('topologyDescriptionChanged', leaveFormer);
    return client.connect();
  };
  const open: OpenUpstream = async (events) => {
    const parts = (await connected()) as unknown as Client;
    const { pool, description } = await parts.topology.selectServer('primary', { operationName: 'plugin' });
    const connection = await connect({
      ...pool.options,
      id: -1,
      generation: 0,
      cancellationToken: pool.cancellationToken,
      authProviders: parts.s.authProviders,
      metadata: parts.options.metadata,
    });
    const { socket } = connection;
    const one = { address: description.address, connection };
    opened.add(one);
    socket.once('close', () => opened.delete(one));
    // From here on the bytes are the plugin's and its driver's, not this driver's.
    socket.unpipe(connection.messageStream);
    socket.setTimeout(0);
    socket.on('data', events.data);
    socket.on('drain', events.drained);
    socket.on('close', events.closed);
    socket.on('error', events.closed);
    socket.resume();
    return {
      isGreeted: true,
      write: (bytes) => void socket.write(bytes),
      waiting: () => socket.writableLength,
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      close: () => connection.destroy(),
    };
  };
  return { open, isEmbedded: false, close: async () => client?.close() };
}
