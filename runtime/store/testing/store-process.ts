import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { socketUri, storeCommand } from '../command.ts';

const READY_LIMIT_MS = 60_000;

/** The embedded store as a process over one directory, to be killed and started again. */
export interface StoreProcess {
  file: string;
  socket: string;
  pid(): number;
  /** @throws Error with what the process printed when it does not come up. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** A SIGTERM; answers the exit code. */
  stop(): Promise<number>;
  hasEnded(): boolean;
  /** What it has printed on standard error since its last start. */
  complaints(): string;
  connect(): mongo.MongoClient;
}

/** Prepares a store in `directory`; nothing runs yet. */
export function storeProcess(directory: string, options: string[] = []): StoreProcess {
  mkdirSync(directory, { recursive: true });
  const socket = join(directory, 's.sock');
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
  let errors = '';
  let reading: Promise<void> | undefined;
  const uri = socketUri(socket);
  return {
    file: join(directory, 'data', 'store.sqlite'),
    socket,
    pid: () => child?.pid ?? 0,
    start: async () => {
      rmSync(socket, { force: true });
      errors = '';
      const command = storeCommand({
        directory: join(directory, 'data'),
        socketPath: socket,
        expirySeconds: 1,
        synchronous: 'FULL',
      });
      const started = Bun.spawn([...command, ...options], {
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      child = started;
      reading = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of started.stderr) errors = (errors + decoder.decode(chunk)).slice(-20_000);
      })();
      const timer = setTimeout(() => started.kill('SIGKILL'), READY_LIMIT_MS);
      const reader = started.stdout.getReader();
      const { value } = await reader.read();
      clearTimeout(timer);
      reader.releaseLock();
      if (value !== undefined) return;
      await started.exited;
      await reading;
      throw new Error(`the store ended with ${started.exitCode ?? started.signalCode}: ${errors}`);
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await child?.exited;
      await reading;
    },
    stop: async () => {
      child?.kill('SIGTERM');
      const code = (await child?.exited) ?? 0;
      await reading;
      return code;
    },
    hasEnded: () => child === undefined || child.exitCode !== null || child.signalCode !== null,
    complaints: () => errors,
    connect: () =>
      new mongo.MongoClient(uri, {
        serverSelectionTimeoutMS: 5000,
        heartbeatFrequencyMS: 500,
        connectTimeoutMS: 1000,
      }),
  };
}
