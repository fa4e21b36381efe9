import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { keptZone } from '../runtime/command/testing/run-waypost.ts';
import { sentWords } from './sent-words.ts';
import { CALM_ZONE } from './time-zone.ts';

const root = join(import.meta.dir, '..');
/** Milliseconds until the product must be ready on a busy machine. */
const START_LIMIT = 120_000;

export interface Product {
  origin: string;
  port: number;
  dataDir: string;
  /** TIME_ZONE: one in which no day and no hour ends while tests run, unless the directory or `env` has another. */
  timeZone: string;
  administrator: { account: string; password: string };
  /** Lines the processes have printed so far. */
  output(): string;
  pid: number;
  /** Process ids of the launcher's children now, by the file they run. */
  childPids(): Record<'store' | 'runtime' | 'aggregator' | 'signer', number | undefined>;
  stop(): Promise<void>;
}

/** Below the ports that Linux gives to outgoing connections (net.ipv4.ip_local_port_range begins at 32,768). */
const FIRST_PORT = 10_000;
const PORTS = 20_000;

/** What the runtime says of an answer 500. */
const FAULT = 'call failed by a fault of the server';
/** What a process says that ends by what nobody caught; all else that it says is JSON. */
const CRASH = /^(?:\s+at |panic|(?:\w*[Ee]rror|\w+Exception): )/;

/** A free port of loopback. No other test process is given it while this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if ((await holdPort(port)) && (await isFree(port))) return port;
  }
}

/**
 * Reserves a port number for this process and answers whether it was still available. The reservation is an abstract socket of
 * Linux: only one process can have the name, and the kernel frees it when the process ends, however it ends.
 */
function holdPort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer();
    holder.once('error', () => resolve(false));
    holder.listen({ path: `\0waypost-test-port-${port}` }, () => {
      holder.unref();
      resolve(true);
    });
  });
}

/** Whether nobody listens on a port of loopback at this moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Starts the real product (launcher, store, aggregator, runtime) on loopback and a data directory of its own.
 * `dataDir` reuses an earlier one; the directory is removed at `stop` unless it was given. `server` is a folder that was
 * laid out for a server: its own bun runs its own files. `isByCommand`: as `waypost start` does it.
 */
export async function startProduct(
  options: {
    env?: Record<string, string>;
    dataDir?: string;
    port?: number;
    server?: string;
    isByCommand?: boolean;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'waypost-'));
  const port = options.port ?? (await freePort());
  const timeZone = options.env?.TIME_ZONE ?? keptZone(dataDir) ?? CALM_ZONE.name;
  const administrator = { account: 'admin', password: 'Waypost123' };
  const child: Subprocess<'ignore', 'pipe', 'pipe'> = Bun.spawn(
    [bunOf(options.server), ...startWords(options)],
    {
      cwd: options.server ?? root,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        ...sentWords(),
        ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        TIME_ZONE: timeZone,
        ADMIN_ACCOUNT: administrator.account,
        ADMIN_PASSWORD: administrator.password,
        TRUSTED_PROXIES: '127.0.0.1/32',
        LOG_LEVEL: 'warn',
        WAYPOST_STORE_SYNCHRONOUS: 'NORMAL',
        // Nobody listens there: no test asks the internet for names.
        DNS_RESOLVERS: '127.0.0.1:9',
        ...options.env,
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  let text = '';
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  void collect(child.stdout);
  void collect(child.stderr);

  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady({ origin, child, output: () => text });
  return {
    origin,
    port,
    dataDir,
    timeZone,
    administrator,
    output: () => text,
    pid: child.pid,
    childPids: () => childPids(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
      // Whatever a test was about: the reason is nowhere else.
      for (const line of text.split('\n')) if (line.includes(FAULT) || CRASH.test(line)) console.error(line);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The program that starts the product and its words. */
function startWords({ server = root, isByCommand }: { server?: string; isByCommand?: boolean }): string[] {
  return isByCommand
    ? [join(server, 'runtime/command/main.ts'), 'start']
    : [join(server, 'runtime/launcher/main.ts')];
}

function bunOf(server: string | undefined): string {
  return server === undefined ? process.execPath : join(server, 'node_modules/.bin/bun');
}

async function waitUntilReady({
  origin,
  child,
  output,
}: {
  origin: string;
  child: Subprocess;
  output: () => string;
}): Promise<void> {
  const deadline = performance.now() + START_LIMIT;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await Bun.sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the product was not ready after ${START_LIMIT} ms:\n${output()}`);
}

function childPids(parent: number): ReturnType<Product['childPids']> {
  const found: ReturnType<Product['childPids']> = {
    store: undefined,
    runtime: undefined,
    aggregator: undefined,
    signer: undefined,
  };
  const listing = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(parent)]).stdout.toString();
  for (const line of listing.split('\n')) {
    const pid = Number.parseInt(line, 10);
    if (line.includes('store/main.ts')) found.store = pid;
    else if (line.includes('visit/aggregator/main.ts')) found.aggregator = pid;
    else if (line.includes('outside/apart/main.ts signer')) found.signer = pid;
    else if (line.includes('runtime/start/main.ts')) found.runtime = pid;
  }
  return found;
}
