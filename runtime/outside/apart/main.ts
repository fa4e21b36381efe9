import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program, ProgramAnswers, RunningProgram } from '@waypost/sdk';
import { z } from 'zod';
import { readApartPrograms } from '../../process/apart/declared.ts';
import { readApartSecrets } from '../../process/apart/secrets.ts';
import { StartError } from '../../process/environment.ts';
import { startFaultCode } from '../../process/exit-codes.ts';
import { createLog, scopedLog } from '../../process/log.ts';
import { socketPath } from '../../process/paths.ts';
import { APART_LOCK, acquireLock } from '../../process/process-lock.ts';
import { stopWhenAsked } from '../../process/supervised.ts';
import { hideMemory } from '../contain/lower-rights.ts';
import { openKernel } from '../contain/syscalls.ts';
import { serveLines } from './serve-lines.ts';

/**
 * A program that the launcher starts beside the server, for it has what the server must not have. It answers on a unix socket
 * of DATA_DIR, one JSON line for each that asks, and keeps what it keeps in a folder there.
 */
const project = join(import.meta.dir, '../../..');
const name = process.argv[2] ?? '';
const isFunction = (value: unknown) => typeof value === 'function';
const zProgramFile = z.object({ program: z.custom<Program>(isFunction, 'exports no function `program`') });
const zRunning = z.object({
  answers: z.record(z.string(), z.custom<ProgramAnswers[string]>(isFunction)),
  stop: z.custom<NonNullable<RunningProgram['stop']>>(isFunction).exactOptional(),
});

// Before anything secret is read: neither another process of this user nor a core dump gets at it.
const kernel = openKernel();
if (kernel !== undefined) hideMemory(kernel);

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(startFaultCode(process.env));
}

/** What it throws of what it was given is a sentence for the operator: to start it again would not help. */
async function begin(work: () => ReturnType<Program>): Promise<RunningProgram> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TypeError ? new StartError(error.message) : error;
  }
}

async function start(): Promise<void> {
  const declared = readApartPrograms(project).find((one) => one.name === name);
  if (declared === undefined) throw new StartError(`there is no program "${name}"`);
  const dataDirectory = resolve(process.env.DATA_DIR ?? './data');
  const environment = readApartSecrets(declared, process.env, dataDirectory);
  for (const variable of Object.keys(environment)) delete process.env[variable];
  const directory = join(dataDirectory, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (acquireLock(join(directory, APART_LOCK)) === undefined)
    throw new Error(`another process has ${directory}: a command, or one that has not ended yet`);
  const log = scopedLog(createLog({ level: process.env.LOG_LEVEL || 'info' }), { process: name });
  const { program } = zProgramFile.parse(await import(pathToFileURL(declared.entry).href));
  const running = zRunning.parse(await begin(() => program({ environment, log, directory })));
  const path = socketPath(dataDirectory, name);
  // Of a process that was killed: the lock says that none lives.
  rmSync(path, { force: true });
  const server = serveLines({ path, answers: running.answers, log });
  chmodSync(path, 0o600);
  process.on('unhandledRejection', (error) => log.error({ error }, 'a rejection was not handled'));
  stopWhenAsked(async () => {
    server.stop();
    await running.stop?.();
  });
}
