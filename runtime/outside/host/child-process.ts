import type { Logger } from '@waypost/sdk';
import type { Subprocess } from 'bun';
import { ChannelError } from '../channel/frames.ts';
import { createPeer, type Peer, type PeerOptions } from '../channel/peer.ts';
import { openSocketTransport } from '../channel/socket-transport.ts';
import { planContainment } from '../contain/plan.ts';
import { openKernel } from '../contain/syscalls.ts';
import { CHANNEL_DESCRIPTOR } from '../protocol.ts';
import { followOutput } from './child-output.ts';
import { enclose, findDelegatedGroup } from './control-group.ts';
import { type HoldBack, holdBack } from './hold-back.ts';
import type { OutsideLimits } from './limits.ts';
import { firstThreadMs, usageOf } from './process-usage.ts';
import { createThrottle } from './throttle.ts';

/** Bytes that may wait for a child that does not read. */
const WAITING_LIMIT_BYTES = 64 * 1024 * 1024;
/** Without a sign of work it is taken for stuck after this many times the limit. */
const SILENT_TIMES = 6;
/** Time that a process gets to end after its channel has ended. */
const ENDING_MS = 1_000;

/** Share of the time to end after which a process is sent SIGTERM. */
const ASKED_AT = 0.8;

/** One run of a plugin's process. */
export interface ChildRun {
  readonly pid: number;
  readonly peer: Peer;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
  /** Has it show that its event loop turns; from when it has loaded its plugin, which may take long on a busy machine. */
  watch(): void;
  residentBytes(): number;
  /** Whether it is kept to its share of the processor, which it had left. */
  isHeldBack(): boolean;
  /** Ends it at once; `reason` is what `ended` tells. */
  kill(reason: string): void;
  /** Lets it end by itself, for at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

export interface StartChildOptions {
  /** Folder of the product. */
  project: string;
  /** Folder of the plugin's release. */
  release: string;
  /** What runs in it, relative to the folder of the product. */
  program: string;
  /** Held by the operating system before the first line of the plugin runs. */
  isContained: boolean;
  limits: OutsideLimits;
  log: Logger;
  /** What questions that are open when it ends are answered with. */
  lost(reason: string): Error;
  peer: Pick<PeerOptions, 'answer' | 'take' | 'accept'>;
}

/** Starts the process of a plugin: nothing of our environment, one socket of a pair that only the two have. */
export async function startChild(options: StartChildOptions): Promise<ChildRun> {
  const { limits, log } = options;
  const child = spawn(options);
  const parent = findDelegatedGroup();
  const group = parent === undefined ? undefined : enclose({ parent, pid: child.pid, limits, log });
  void followOutput(child.stdout, log, 'stdout');
  void followOutput(child.stderr, log, 'stderr');

  let reason: string | undefined;
  let isStopping = false;
  const kill = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const throttle = createThrottle();
  const transport = await openSocketTransport(
    Number(child.stdio[CHANNEL_DESCRIPTOR]),
    {
      receive(chunk) {
        throttle.took(peer.receive(chunk), chunk.byteLength, transport);
      },
      closed(error) {
        if (error instanceof ChannelError) kill(error.message);
        // Most often it is ending by itself, and how is worth more than that the channel is gone.
        else if (!isStopping) setTimeout(() => kill(error.message), ENDING_MS);
      },
    },
    WAITING_LIMIT_BYTES,
  );
  const peer: Peer = createPeer({ ...options.peer, transport, mostQuestions: 1_000 });
  const processor = holdBack({
    pid: child.pid,
    limits,
    log,
    kernel: openKernel(),
    now: () => performance.now(),
  });
  const watch = watchChild({ pid: child.pid, peer, limits, kill, pausedMs: processor.pausedMs });
  watch.memory();
  const ended = child.exited.then((code) => {
    watch.stop();
    processor.stop();
    void group?.remove();
    transport.close();
    const how = child.signalCode === null ? `exit code ${code}` : `signal ${child.signalCode}`;
    const why = reason ?? `it ended with ${how}`;
    peer.end(options.lost(why));
    return why;
  });

  return {
    pid: child.pid,
    peer,
    ended,
    watch() {
      processor.started();
      watch.heart();
    },
    residentBytes: () => usageOf(child.pid).bytes,
    isHeldBack: processor.isHeldBack,
    kill,
    async stop(limitMs) {
      isStopping = true;
      reason ??= 'stopped';
      // What it does may end first; then it is asked by the signal that programs know; then it is over.
      const asker = setTimeout(() => child.kill('SIGTERM'), limitMs * ASKED_AT);
      const killer = setTimeout(() => child.kill('SIGKILL'), limitMs);
      await peer.ask('dispose', null, { limitMs }).catch(() => {});
      child.stdin.end();
      await ended;
      clearTimeout(asker);
      clearTimeout(killer);
    },
  };
}

function spawn(options: StartChildOptions): Subprocess<'pipe', 'pipe', 'pipe'> {
  const plan = planContainment({ ...options, bun: process.execPath });
  const contained = [
    ...[process.execPath, '--no-install', '--no-env-file'],
    `${options.project}/runtime/outside/contain/main.ts`,
    JSON.stringify(plan),
  ];
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
  return Bun.spawn(options.isContained ? contained : plan.command, {
    // Not the plugin's folder: Bun obeys a bunfig.toml where it starts.
    cwd: `${options.project}/runtime/outside`,
    env: plan.environment,
    stdio: stdio as unknown as ['pipe', 'pipe', 'pipe'],
  }) as Subprocess<'pipe', 'pipe', 'pipe'>;
}

/** Ends a process that uses too much memory, or whose event loop does not turn any more. */
function watchChild(options: {
  pid: number;
  peer: Peer;
  limits: OutsideLimits;
  kill(reason: string): void;
  pausedMs: HoldBack['pausedMs'];
}): { memory(): void; heart(): void; stop(): void } {
  const { pid, limits, peer, kill, pausedMs } = options;
  const timers: ReturnType<typeof setInterval>[] = [];
  const every = (work: () => void) => void timers.push(setInterval(work, limits.watchMs));

  const memory = () => {
    const { bytes, threads } = usageOf(pid);
    if (threads > limits.threads) kill(`it had ${threads} threads; ${limits.threads} are allowed`);
    if (bytes > limits.memoryBytes)
      kill(`it used ${mebibytes(bytes)} MiB of memory; ${mebibytes(limits.memoryBytes)} are allowed`);
  };
  /** Undefined while no ping is on its way. */
  let asked: { time: number; used: number; paused: number } | undefined;
  const heart = () => {
    if (asked === undefined) {
      asked = { time: performance.now(), used: firstThreadMs(pid), paused: pausedMs() };
      peer.ask('ping', null).then(
        () => {
          asked = undefined;
        },
        () => {},
      );
      return;
    }
    const waited = performance.now() - asked.time - (pausedMs() - asked.paused);
    // A busy machine may not have let it run at all: what counts then is what it has done with its turns.
    const isBusy = firstThreadMs(pid) - asked.used >= limits.stuckMs / 2;
    if (waited > limits.stuckMs * SILENT_TIMES || (waited > limits.stuckMs && isBusy))
      kill(`it did not answer for ${Math.round(waited / 1000)} s: its event loop is stuck`);
  };
  return {
    memory: () => every(memory),
    heart: () => every(heart),
    stop: () => timers.forEach(clearInterval),
  };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
