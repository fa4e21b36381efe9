import type { MachineLogin, MachineRun, MachineRunLimits } from '@waypost/sdk/platform';
import type { Client, ClientChannel } from 'ssh2';
import { type Announced, announced } from './announced.ts';
import { type KeptOutput, keepOutput } from './keep-output.ts';
import { MachineClosed, openMachine } from './open-machine.ts';
import { quoteWords } from './quote-words.ts';

/** Milliseconds that a program has to end once it was asked to. */
const GRACE_MS = 5_000;
/** Milliseconds for the machine to tell of an end: of one that was forced, and of outputs that something in the background keeps open. */
const TOLD_MS = 3_000;

/**
 * Runs a program on a machine: its name and arguments, each as it is; no shell of ours, and none that could take an argument for more.
 * @throws UnquotableWord for words that cannot be sent; never for what the machine or the program does
 */
export async function runOnMachine(
  { host, port, account, secret, key }: MachineLogin,
  words: readonly string[],
  limits: MachineRunLimits,
): Promise<MachineRun> {
  // Refused before anybody is asked, whatever stands around them.
  quoteWords(words);
  const program = announced(words);
  const kept = { output: keepOutput(limits.limitBytes), errors: keepOutput(limits.limitBytes) };
  const start = performance.now();
  let hasBegun = false;
  try {
    const { client } = await openMachine({
      machine: { host, port },
      login: { account, secret, key },
      signal: limits.signal,
    });
    try {
      const end = await execute(client, quoteWords(program.words), (channel) => {
        hasBegun = true;
        return follow({ client, channel, program }, kept, limits);
      });
      return told({ ...end, hasBegun }, kept, start);
    } finally {
      client.destroy();
    }
  } catch (error) {
    if (limits.signal?.aborted) return told({ ended: 'signal', hasBegun }, kept, start);
    if (!(error instanceof MachineClosed)) throw error;
    return told({ fault: error.fault, hasBegun, mayGoOn: hasBegun }, kept, start);
  }
}

interface Kept {
  output: KeptOutput;
  errors: KeptOutput;
}

const told = (known: Partial<MachineRun>, { output, errors }: Kept, start: number): MachineRun => ({
  fault: null,
  hasBegun: false,
  exitCode: null,
  exitSignal: null,
  ended: null,
  mayGoOn: false,
  ...known,
  output: output.read(),
  errors: errors.read(),
  milliseconds: Math.round(performance.now() - start),
});

/** @param begun is called before anything else of the channel is read: a quick program has ended in the same packet */
function execute<T>(client: Client, line: string, begun: (channel: ClientChannel) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new MachineClosed('closed'));
    client.once('close', broken);
    client.exec(line, (error, channel) => {
      client.removeListener('close', broken);
      // It takes the login and runs nothing: an account without a shell, or for files only.
      if (error) reject(new MachineClosed('login_refused', undefined, { cause: error }));
      else resolve(begun(channel));
    });
  });
}

/**
 * Waits for the end of a program, and sees to it by a second program of the same account: OpenSSH passes signals on for everybody but
 * root, and other servers for nobody.
 */
function follow(
  { client, channel, program }: { client: Client; channel: ClientChannel; program: Announced },
  { output, errors }: Kept,
  { limitMs, signal, graceMs = GRACE_MS }: MachineRunLimits,
): Promise<Partial<MachineRun>> {
  const { promise, resolve, reject } = Promise.withResolvers<Partial<MachineRun>>();
  const end: Partial<MachineRun> = { ended: null };
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (ms: number, work: () => void) => timers.add(setTimeout(work, ms));
  let hasExited = false;
  const stop = (why: 'time' | 'signal') => {
    if (end.ended !== null || hasExited) return;
    end.ended = why;
    kill('TERM');
    later(graceMs, () => {
      kill('KILL');
      later(TOLD_MS, () => resolve({ ...end, mayGoOn: true }));
    });
  };
  // Of a program that has not said yet which one it is: it is ended as soon as it does.
  let due: 'TERM' | 'KILL' | undefined;
  const kill = (name: 'TERM' | 'KILL') => {
    const words = program.kill(name);
    due = words === undefined ? name : undefined;
    if (words !== undefined) client.exec(quoteWords(words), (_error, killer) => killer?.resume());
  };
  const onAbort = () => stop('signal');
  channel.on('data', output.add);
  channel.stderr.on('data', (piece: Buffer) => {
    errors.add(program.heard(piece));
    if (due !== undefined) kill(due);
  });
  channel.on('exit', (code: number | null, name?: string) => {
    hasExited = true;
    end.exitCode = code;
    end.exitSignal = name ?? null;
    // What it has left running keeps the outputs open; nobody waits for that.
    later(TOLD_MS, () => resolve(end));
  });
  channel.on('close', () => resolve(hasExited ? end : { ...end, fault: 'closed', mayGoOn: true }));
  channel.on('error', (cause: Error) => reject(new MachineClosed('closed', undefined, { cause })));
  client.on('error', (cause) => reject(new MachineClosed('closed', undefined, { cause })));
  client.on('close', () => resolve(hasExited ? end : { ...end, fault: 'closed', mayGoOn: true }));
  // Nothing is typed for it: whoever reads is told so.
  channel.end();
  later(limitMs, () => stop('time'));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return promise.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    errors.add(program.left());
    signal?.removeEventListener('abort', onAbort);
  });
}
