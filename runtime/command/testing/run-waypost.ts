import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { socketUri, storeCommand } from '@waypost/store';
import { mongo } from 'mongoose';
import { storeDirectory, storeSocketPath } from '../../process/paths.ts';
import { runProgram } from '../../process/run-program.ts';
import type { Command } from '../command.ts';
import { runCommandLine } from '../run.ts';

/**
 * Runs the command line in this process: for what a command does, where a process of its own (its streams, its exit
 * code, half a second of a core to load it) adds nothing.
 */
export async function runHere(
  dataDirectory: string,
  words: readonly string[],
  {
    input = '',
    variables = {},
    further = [],
  }: { input?: string; variables?: Record<string, string>; further?: readonly Command[] } = {},
): Promise<{ code: number; out: string; error: string }> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runCommandLine({
    words,
    further,
    variables: { ...variablesOf(dataDirectory), ...variables },
    terminal: {
      out: (text) => out.push(text),
      error: (text) => error.push(text),
      readInput: async () => input,
    },
  });
  return { code, out: out.join('\n'), error: error.join('\n') };
}

/**
 * Runs the command line as a process of its own.
 * @param script another one than a server's, such as that of the authors' tool
 */
export async function runWaypost(
  dataDirectory: string,
  words: string[],
  variables: Record<string, string> = {},
  script = join(import.meta.dir, '../main.ts'),
) {
  const { code, out, error } = await runProgram([process.execPath, script, ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      ...variablesOf(dataDirectory),
      ...variables,
    },
  });
  return { code, out: out.trim(), error: error.trim() };
}

/** The TIME_ZONE that a data directory had at its first start; undefined before it. */
export function keptZone(dataDirectory: string): string | undefined {
  const file = join(dataDirectory, 'time-zone');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function variablesOf(dataDirectory: string): Record<string, string> {
  const zone = keptZone(dataDirectory);
  return {
    DATA_DIR: dataDirectory,
    WAYPOST_STORE_SYNCHRONOUS: 'NORMAL',
    ...(zone === undefined ? {} : { TIME_ZONE: zone }),
  };
}

/** The embedded store of a data directory, served by a process as the launcher would. */
export async function serveStore(dataDirectory: string) {
  mkdirSync(storeDirectory(dataDirectory), { recursive: true });
  const socket = storeSocketPath(dataDirectory);
  const directory = storeDirectory(dataDirectory);
  const child = Bun.spawn(storeCommand({ directory, socketPath: socket, synchronous: 'NORMAL' }), {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  if ((await reader.read()).value === undefined) throw new Error('the store did not start');
  const client = new mongo.MongoClient(socketUri(socket));
  await client.connect();
  return {
    client,
    stop: async () => {
      await client.close();
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
