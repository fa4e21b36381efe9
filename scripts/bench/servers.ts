import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { socketUri, storeCommand } from '@waypost/store';
import mongoose, { type mongo } from 'mongoose';

const PROJECT = join(import.meta.dir, '../..');
const START_LIMIT_MS = 60_000;

/** A process of the bench. Nothing else on the machine is touched. */
export interface Running {
  pid: number;
  /** Milliseconds from its start until it was ready. */
  startMs: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Server extends Running {
  origin: string;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

async function run(
  command: string[],
  environment: Record<string, string>,
  isReady: (output: string) => Promise<boolean>,
): Promise<Running> {
  const started = performance.now();
  const child = Bun.spawn(command, {
    cwd: PROJECT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let output = '';
  const collect = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of stream)
      output = (output + decoder.decode(chunk, { stream: true })).slice(-20_000);
  };
  void collect(child.stdout);
  void collect(child.stderr);
  while (!(await isReady(output))) {
    if (child.exitCode !== null || performance.now() - started > START_LIMIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`${command.join(' ')} did not start:\n${output}`);
    }
    await Bun.sleep(5);
  }
  return {
    pid: child.pid,
    startMs: performance.now() - started,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await child.exited;
    },
  };
}

const saysReady = async (output: string): Promise<boolean> => output.includes('"ready":true');

export async function startBare(kind: 'fetch' | 'parameter'): Promise<Server> {
  const port = await freePort();
  const running = await run(
    [process.execPath, 'scripts/bench/bare-server.ts', String(port), kind],
    {},
    saysReady,
  );
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

export interface Store extends Running {
  /** Connection string of one of its databases. */
  uriOf(database: string): string;
}

/** What makes a process write a profile of its processor time into a directory when it ends. */
const profiling = (directory: string | undefined): Record<string, string> =>
  directory === undefined ? {} : { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${directory}` };

/** The embedded store with the product's own durability. */
export async function startStore(directory: string, profile?: string): Promise<Store> {
  const socket = join(directory, 's.sock');
  const running = await run(
    storeCommand({ directory: join(directory, 'store'), socketPath: socket }),
    profiling(profile),
    saysReady,
  );
  return {
    ...running,
    uriOf: (database) => socketUri(socket, database),
  };
}

export interface RuntimeOptions {
  uri: string;
  /** DATA_DIR; runtimes must not share one. */
  directory: string;
  durability?: 'strict' | 'relaxed';
  /** Multiplies every rate limit; default 1,000, so that loads measure the work and not the limits. */
  rateScale?: number;
  /** Default true: it says how it does. */
  isMonitored?: boolean;
  /** Directory for a profile. */
  profile?: string | undefined;
}

const SECRET_KEY = Buffer.alloc(32, 'waypost bench').toString('base64');
export const ADMINISTRATOR = { account: 'admin', password: 'Waypost123' };

function environmentOf(options: RuntimeOptions, port: number): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: options.directory,
    MONGODB_URI: options.uri,
    VISIT_DURABILITY: options.durability ?? 'strict',
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
    // Those that share a database have one, as servers of one installation do.
    SECRET_KEY,
    ADMIN_ACCOUNT: ADMINISTRATOR.account,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: 'warn',
    ...(options.isMonitored === false ? { WAYPOST_MONITOR: 'off' } : {}),
    ...profiling(options.profile),
  };
}

/** The product's runtime, ready for visits and calls. */
export async function startRuntime(options: RuntimeOptions): Promise<Server> {
  if (!existsSync(options.directory)) mkdirSync(options.directory, { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const scale = String(options.rateScale ?? 1_000);
  const command = [process.execPath, 'runtime/start/main.ts', '--rate-scale', scale];
  const running = await run(command, environmentOf(options, port), () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return { ...running, origin };
}

/** The product's aggregator, for the journals under one DATA_DIR. */
export function startAggregator(options: RuntimeOptions): Promise<Running> {
  return run([process.execPath, 'runtime/visit/aggregator/main.ts'], environmentOf(options, 0), saysReady);
}

/** A client of one database; close it when done. */
export function connect(uri: string, database: string): { client: mongo.MongoClient; database: mongo.Db } {
  const client = new mongoose.mongo.MongoClient(uri);
  return { client, database: client.db(database) };
}
