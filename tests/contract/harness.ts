import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeCommand } from '@waypost/store';
import type { Subprocess } from 'bun';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { storeDirectory, storeSocketPath } from '../../runtime/process/paths.ts';
import { freePort } from '../product.ts';
import { sentWords } from '../sent-words.ts';
import { share } from '../share.ts';
import { until as untilSo } from '../until.ts';

const PROJECT = join(import.meta.dir, '../..');
const START_LIMIT_MS = 60_000;

export const ADMINISTRATOR = { account: 'admin', password: 'Waypost123' };
/** WAYPOST_TEST_REGISTRY: the same tests with the plugin `good` in a process of its own (tests/full/outside-as-inside.test.ts). */
export const FIXTURE_REGISTRY = join(
  PROJECT,
  process.env.WAYPOST_TEST_REGISTRY ?? 'tests/plugins/registry.json',
);

/** One process of the system under test. */
export interface Part {
  pid(): number;
  /** Everything printed on standard output and standard error so far. */
  output(): string;
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<number>;
}

export interface System {
  origin: string;
  port: number;
  dataDirectory: string;
  /** Connection string of the database that the runtime uses. */
  storeUri: string;
  store: Part;
  runtime: Part;
  /** The log records of the runtime, oldest first. */
  records(): Record<string, unknown>[];
  stop(): Promise<void>;
}

/**
 * Starts the embedded store and a runtime as processes of their own, as the launcher does, so that a test can kill
 * each of them. With MONGODB_URI the runtime gets a database of its own there, and `store` cannot be killed.
 */
export async function startSystem(
  options: {
    env?: Record<string, string>;
    registry?: string;
    arguments?: string[];
    startStore?: boolean;
    /** Starts what counts visits, too: without it they stay in the journal. */
    isCounting?: boolean;
  } = {},
): Promise<System> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'waypost-contract-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    ...sentWords(),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDirectory,
    ADMIN_ACCOUNT: ADMINISTRATOR.account,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...(process.env.MONGODB_URI ? { MONGODB_URI: databaseOf(process.env.MONGODB_URI, dataDirectory) } : {}),
    ...options.env,
  };
  const store = part(
    storeCommand({
      directory: storeDirectory(dataDirectory),
      socketPath: storeSocketPath(dataDirectory),
      synchronous: 'NORMAL',
    }),
    env,
    async (output) => output().includes('"ready":true'),
  );
  const runtime = part(
    [
      process.execPath,
      'runtime/start/main.ts',
      '--registry',
      options.registry ?? FIXTURE_REGISTRY,
      ...(options.arguments ?? []),
    ],
    env,
    async () =>
      fetch(`${origin}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ),
  );
  const usesEmbedded = parseEnvironment(env).mongodbUri === undefined;
  if (usesEmbedded && options.startStore !== false) await store.start();
  await runtime.start();
  const aggregator = part([process.execPath, 'runtime/visit/aggregator/main.ts'], env, async (output) =>
    output().includes('"ready":true'),
  );
  if (options.isCounting) await aggregator.start();
  if (options.startStore !== false)
    await until(async () => (await fetch(`${origin}/readyz`)).ok, runtime.output);
  return {
    origin,
    port,
    dataDirectory,
    storeUri: storeUri(parseEnvironment(env)),
    store,
    runtime,
    records: () =>
      runtime
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async stop() {
      await runtime.kill('SIGTERM');
      await aggregator.kill('SIGTERM');
      await store.kill('SIGTERM');
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * A system as it is started without options, one for all test files of this process that ask for it: they switch no plugin,
 * end no process and change no setting.
 */
export const shareSystem = share(() => startSystem(), { close: (system) => system.stop() });

/** Waits until `holds`; fails with `explain()` after the limit. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  explain: () => string = () => '',
  limitMs = START_LIMIT_MS,
): Promise<void> {
  await untilSo('what was waited for', holds, { withinMs: limitMs, explain });
}

function part(
  command: string[],
  env: Record<string, string>,
  isReady: (output: () => string) => Promise<boolean>,
): Part {
  let child: Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
  let text = '';
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  return {
    pid: () => child?.pid ?? 0,
    output: () => text,
    async start() {
      text = '';
      child = Bun.spawn(command, {
        cwd: PROJECT,
        env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const started = child;
      void collect(started.stdout);
      void collect(started.stderr);
      await until(
        async () => {
          if (started.exitCode !== null)
            throw new Error(`${command[0]} ended with ${started.exitCode}:\n${text}`);
          return isReady(() => text);
        },
        () => text,
      );
    },
    async kill(signal = 'SIGKILL') {
      child?.kill(signal);
      return (await child?.exited) ?? 0;
    },
  };
}

function databaseOf(uri: string, dataDirectory: string): string {
  const name = `waypost_${Bun.hash(dataDirectory).toString(36)}`;
  return uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+)\/?[^?]*/, `$1/${name}`);
}
