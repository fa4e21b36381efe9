import { AppError } from '@waypost/contract';
import type { Disposer, Logger } from '@waypost/sdk';
import { pluginFailed, processAway } from '../../plugin/activation/outside-errors.ts';
import type { Peer } from '../channel/peer.ts';
import type { Containment } from '../protocol.ts';
import type { ChildRun } from './child-process.ts';
import type { OutsideLimits } from './limits.ts';

export type OutsideState = 'running' | 'restarting' | 'failed' | 'ended';

/** What the plugins screen and `doctor` show of a plugin's process. */
export interface OutsideFacts {
  /** Undefined while there is no process. */
  pid: number | undefined;
  rss_bytes: number | undefined;
  memory_limit_bytes: number;
  /** Starts after the first one. */
  restarts: number;
  is_held_back: boolean;
  state: OutsideState;
  /** Why it ended last, or was given up. */
  reason: string | undefined;
  containment: Containment;
}

/** Keeps a plugin's process running: starts it again when it ends, and gives up when it ends again and again. */
export interface Supervisor {
  facts(): OutsideFacts;
  /**
   * The process as it is now, or after a start that is under way.
   * @throws AppError `plugin_process_away` 503, `plugin_failed` 503 once it was given up
   */
  peer(): Promise<Peer>;
  /** Starts it again after it was given up. */
  retry(): void;
  onChange(listener: () => void): Disposer;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  plugin: string;
  log: Logger;
  limits: OutsideLimits;
  containment: Containment;
  /** Undefined: it is started now, and again until it runs. */
  first: ChildRun | undefined;
  /** Starts a process and brings it to where it can take calls. */
  start(): Promise<ChildRun>;
  now(): number;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { limits, log, plugin } = options;
  const listeners = new Set<() => void>();
  let run: ChildRun | undefined;
  let state: OutsideState = 'running';
  let reason: string | undefined;
  let starts = 0;
  let ends: number[] = [];
  let isStopped = false;
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const turn = (to: OutsideState) => {
    state = to;
    for (const listener of listeners) listener();
    if (to === 'restarting') return;
    const resolved = waiting;
    waiting = [];
    for (const resolve of resolved) resolve();
  };

  function follow(started: ChildRun): void {
    run = started;
    starts += 1;
    void started.ended.then((why) => {
      if (run === started) run = undefined;
      if (isStopped) return;
      reason = why;
      log.error({ child: started.pid, reason: why }, 'the process of the plugin ended');
      plan();
    });
  }

  /** The next start, later each time; none after too many ends. */
  function plan(): void {
    const now = options.now();
    ends = [...ends.filter((time) => now - time < limits.endsWindowMs), now];
    if (ends.length >= limits.endsBeforeQuarantine) {
      log.error({ reason, ends: ends.length }, 'the plugin ended too often; it waits for an administrator');
      turn('failed');
      return;
    }
    turn('restarting');
    const pause = Math.min(limits.restartMs * 2 ** (ends.length - 1), limits.longestRestartMs);
    log.info(
      { pause_ms: pause, ends: ends.length },
      'the process of the plugin is started again after a pause',
    );
    timer = setTimeout(() => void begin(), pause);
  }

  async function begin(): Promise<void> {
    try {
      const started = await options.start();
      if (isStopped) return await started.stop(limits.endMs);
      follow(started);
      log.info({ child: started.pid, restarts: starts - 1 }, 'the process of the plugin was started');
      turn('running');
    } catch (error) {
      if (isStopped) return;
      reason = reasonOf(error);
      log.error({ error }, 'the process of the plugin could not be started');
      plan();
    }
  }

  const gone = () =>
    state === 'failed'
      ? pluginFailed.create({ plugin })
      : processAway.create({ plugin, reason: reason ?? 'it was ended' });

  if (options.first === undefined) {
    state = 'restarting';
    void begin();
  } else follow(options.first);
  return {
    facts: () => ({
      pid: run?.pid,
      rss_bytes: run?.residentBytes(),
      memory_limit_bytes: limits.memoryBytes,
      restarts: Math.max(0, starts - 1),
      is_held_back: run?.isHeldBack() ?? false,
      state,
      reason,
      containment: options.containment,
    }),
    async peer() {
      if (state === 'restarting') {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        const limit = setTimeout(resolve, limits.waitForRestartMs);
        await promise;
        clearTimeout(limit);
      }
      if (run === undefined) throw gone();
      return run.peer;
    },
    retry() {
      if (state !== 'failed') return;
      ends = [];
      turn('restarting');
      void begin();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await run?.stop(limits.endMs);
      run = undefined;
      turn('ended');
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && typeof error.params.reason === 'string') return error.params.reason;
  return error instanceof Error ? error.message : String(error);
}
