import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { socketUri, storeCommand } from '../command.ts';

/** A store process with a directory of its own, and a driver connected to it. */
export interface TestStore {
  uri: string;
  client: mongo.MongoClient;
  /** A database nobody else uses. */
  database(): mongo.Db;
  /** Another client, closed together with the store. */
  connect(): Promise<mongo.MongoClient>;
  /** Ends the process without warning. */
  kill(): Promise<void>;
  /** Starts a process on the same directory. */
  start(): Promise<void>;
  directory: string;
  stop(): Promise<void>;
}

const READY_MILLISECONDS = 60_000;

/**
 * Starts a store for tests, with further options of its command line. With MONGODB_URI set, tests that do not kill or restart it run against that replica set.
 */
export const startTestStore = async (...options: string[]): Promise<TestStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-store-'));
  const socket = join(directory, 'store.sock');
  const given = process.env.MONGODB_URI;
  const uri = given ?? socketUri(socket);
  const clients: mongo.MongoClient[] = [];
  const databases: mongo.Db[] = [];
  let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined;

  const start = async (): Promise<void> => {
    if (given !== undefined) return;
    child = Bun.spawn(
      [
        ...storeCommand({ directory, socketPath: socket, synchronous: 'NORMAL', expirySeconds: 1 }),
        ...options,
      ],
      { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
    );
    const reader = child.stdout.getReader();
    const timer = setTimeout(() => child?.kill('SIGKILL'), READY_MILLISECONDS);
    const { value } = await reader.read();
    clearTimeout(timer);
    reader.releaseLock();
    if (value === undefined) throw new Error('the store did not start');
  };
  const connect = async (): Promise<mongo.MongoClient> => {
    const client = new mongo.MongoClient(uri, {
      serverSelectionTimeoutMS: 30_000,
      heartbeatFrequencyMS: 500,
    });
    clients.push(client);
    await client.connect();
    return client;
  };
  await start();
  const client = await connect();

  return {
    uri,
    client,
    connect,
    start,
    directory,
    database: () => {
      const database = client.db(`t${crypto.randomUUID().slice(0, 8)}`);
      databases.push(database);
      return database;
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await child?.exited;
    },
    stop: async () => {
      if (given !== undefined) for (const database of databases) await database.dropDatabase();
      for (const one of clients) await one.close();
      child?.kill('SIGTERM');
      await child?.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
