import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketUri, storeCommand } from '@waypost/store';
import mongoose, { type mongo } from 'mongoose';

export interface TestStore {
  uri: string;
  database: mongo.Db;
  /** Ends it as a crash would. Only the embedded store. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A store of its own for a test: a database of MONGODB_URI where that is set, else an embedded store in a temporary directory. */
export async function startTestStore(): Promise<TestStore> {
  const directory = mkdtempSync(join(tmpdir(), 'wp-store-'));
  const socket = join(directory, 's.sock');
  const name = `visit_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const given = process.env.MONGODB_URI;
  let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined;
  const start = async (): Promise<void> => {
    if (given !== undefined) return;
    const command = storeCommand({
      directory: join(directory, 'data'),
      socketPath: socket,
      synchronous: 'NORMAL',
    });
    child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
    for await (const _ of child.stdout) break;
  };
  const kill = async (): Promise<void> => {
    child?.kill('SIGKILL');
    await child?.exited;
  };
  await start();
  const uri = given ?? socketUri(socket, name);
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 2000,
    heartbeatFrequencyMS: 500,
  });
  const database = client.db(name);
  return {
    uri,
    database,
    start,
    kill,
    stop: async () => {
      if (given !== undefined) await database.dropDatabase();
      await client.close();
      await kill();
      rmSync(directory, { recursive: true });
    },
  };
}
