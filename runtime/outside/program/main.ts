import { pathToFileURL } from 'node:url';
import type { Program, ProgramAnswers, RunningProgram } from '@waypost/sdk';
import { z } from 'zod';
import { createPeer, type Peer } from '../channel/peer.ts';
import { openSocketTransport } from '../channel/socket-transport.ts';
import { createRemoteLog } from '../child/remote-log.ts';
import { containSelf } from '../contain/contain-self.ts';
import { endWithParent } from '../contain/lower-rights.ts';
import { openKernel } from '../contain/syscalls.ts';
import { CHANNEL_DESCRIPTOR, zQuestion, zStartProgram } from '../protocol.ts';

/**
 * A program of a plugin's own, in a process of its own. What stands in its environment comes over the channel: it could
 * otherwise decide how this process starts, before it is contained.
 */
const WAITING_LIMIT_BYTES = 16 * 1024 * 1024;
const MOST_QUESTIONS = 1_000;

const isFunction = (value: unknown) => typeof value === 'function';
const zProgramFile = z.object({ program: z.custom<Program>(isFunction, 'exports no function `program`') });
const zRunning = z.object({
  answers: z.record(z.string(), z.custom<ProgramAnswers[string]>(isFunction)),
  stop: z.custom<NonNullable<RunningProgram['stop']>>(isFunction).exactOptional(),
});

let running: RunningProgram | undefined;
let isEnding = false;
const open = new Set<Promise<unknown>>();

const kernel = openKernel();
if (kernel !== undefined) endWithParent(kernel);
const peer: Peer = createPeer({
  transport: await openSocketTransport(
    CHANNEL_DESCRIPTOR,
    {
      receive: (chunk) => peer.receive(chunk),
      // Without its host it has no work.
      closed: () => process.exit(0),
    },
    WAITING_LIMIT_BYTES,
  ),
  mostQuestions: MOST_QUESTIONS,
  async answer(method, params, signal) {
    if (method === 'ping') return null;
    if (method === 'contain') return containSelf();
    if (method === 'start') return start(zStartProgram.parse(params));
    if (method === 'dispose') return end();
    const { name, given } = zQuestion.parse(params);
    return ask(name, given, signal);
  },
});

async function start({ entry, environment }: z.infer<typeof zStartProgram>): Promise<null> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  const { program } = zProgramFile.parse(await import(pathToFileURL(entry).href));
  const log = createRemoteLog(peer);
  running = zRunning.parse(await program({ environment, log }));
  return null;
}

async function ask(name: string, given: unknown, signal: AbortSignal): Promise<unknown> {
  const answer = running && Object.hasOwn(running.answers, name) ? running.answers[name] : undefined;
  if (answer === undefined) throw new TypeError(`the program answers no "${name}"`);
  const work = (async () => answer(given, signal))();
  open.add(work);
  // Nobody waits for it any more: the end does not either.
  signal.addEventListener('abort', () => open.delete(work), { once: true });
  try {
    return (await work) ?? null;
  } finally {
    open.delete(work);
  }
}

async function end(): Promise<null> {
  isEnding = true;
  await Promise.allSettled(open);
  await running?.stop?.();
  return null;
}

const log = createRemoteLog(peer);
process.on('unhandledRejection', (error) =>
  log.error({ error: error instanceof Error ? error : String(error) }, 'a rejection was not handled'),
);
// Ctrl-C and service managers send them to all processes at once: the host ends this one after those that use it.
process.on('SIGTERM', () => isEnding && process.exit(0));
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
