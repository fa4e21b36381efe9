import { availableParallelism } from 'node:os';
import type { Logger } from '@waypost/sdk';
import { type Kernel, syscallNumber } from '../contain/syscalls.ts';
import { processorMs, runnableThreads, threadsOf } from './process-usage.ts';
import { createProcessorShare, type ShareLimits } from './processor-share.ts';

/** Policies of the kernel (include/uapi/linux/sched.h). */
const SCHEDULING = { ordinary: 0, idle: 5 } as const;
/** Time between two looks at a process that is held back: it runs that long before it is paused again. */
const SLICE_MS = 20;
/** Threads of the runtime that may want to run beside the plugin's own: they collect garbage and compile, for a moment. */
const HELPERS = 8;
/** What the work of a crowd counts once it is held back: on two cores it then runs for a thirtieth of the time. */
const CROWD_TIMES = 8;
/** How often threads are listed anew: a thread that is being made while they are listed is missed once. */
const LISTINGS = 3;

export interface HoldBackOptions {
  pid: number;
  limits: ShareLimits & {
    watchMs: number;
    /** How long it must have been within its share to be trusted again; doubled each time. */
    calmMs: number;
  };
  log: Logger;
  /** Undefined where there is no scheduling class to put it into: then it is only paused. */
  kernel: Kernel | undefined;
  now(): number;
}

/** Keeps a process to its share of the processor. */
export interface HoldBack {
  /** The plugin is loaded: what a start needs is not needed any more. */
  started(): void;
  isHeldBack(): boolean;
  /** Milliseconds for which it was not allowed to run, on the whole. */
  pausedMs(): number;
  stop(): void;
}

/**
 * Looks at what a process works. One above its share goes into the idle class, where it runs only on processors that
 * nobody else wants, and is stopped for as long as brings it back to its share. Within it nothing is done: in the idle
 * class a plugin on a busy machine would not get to answer at all.
 */
export function holdBack(options: HoldBackOptions): HoldBack {
  const { pid, limits, log, kernel } = options;
  const share = createProcessorShare(limits);
  const cores = availableParallelism();
  let last = { time: options.now(), worked: processorMs(pid), paused: 0 };
  let timer: ReturnType<typeof setTimeout>;
  let pausedSince: number | undefined;
  let pausedBefore = 0;
  let heldBackSince: number | undefined;
  let calmMs = limits.calmMs;
  let isOver = false;

  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, name);
    } catch (error) {
      log.debug({ child: pid, error }, 'the process of the plugin is gone');
    }
  };
  const schedule = (policy: number): boolean => {
    if (kernel === undefined) return false;
    const number = syscallNumber(kernel.architecture, 'sched_setscheduler');
    const done = new Set<number>();
    let hasWorked = true;
    for (let listing = 0; listing < LISTINGS; listing += 1)
      for (const thread of threadsOf(pid)) {
        if (done.has(thread)) continue;
        done.add(thread);
        hasWorked = kernel.call(number, thread, policy, new Uint8Array(4)) === 0 && hasWorked;
      }
    return hasWorked;
  };

  function pause(pauseMs: number): void {
    signal('SIGSTOP');
    pausedSince = options.now();
    if (heldBackSince === undefined) {
      const isIdle = schedule(SCHEDULING.idle);
      log.warn(
        { child: pid, isIdle },
        'the plugin took more than its share of the processor: it is held back',
      );
    }
    heldBackSince = options.now();
    timer = setTimeout(resume, pauseMs);
  }

  function resume(): void {
    pausedBefore += options.now() - (pausedSince ?? options.now());
    pausedSince = undefined;
    signal('SIGCONT');
    timer = setTimeout(look, SLICE_MS);
  }

  function release(): void {
    heldBackSince = options.now();
    calmMs *= 2;
    // Without the right to it nobody gets out of the idle class: then it stays there until it is started anew.
    if (kernel !== undefined && !schedule(SCHEDULING.ordinary)) return;
    heldBackSince = undefined;
    log.info({ child: pid }, 'the plugin has kept to its share of the processor: it is held back no longer');
  }

  function look(): void {
    if (isOver) return;
    const seen = { time: options.now(), worked: processorMs(pid), paused: pausedBefore };
    const passed = seen.time - last.time;
    // Far more threads than cores want to run: on a busy machine they work little, and keep others waiting all the same.
    const isCrowd = runnableThreads(pid) > cores + HELPERS;
    const ranMs = passed - (seen.paused - last.paused);
    const wanted = isCrowd ? ranMs * cores * (heldBackSince === undefined ? 1 : CROWD_TIMES) : 0;
    const pauseMs = share.took(Math.max(seen.worked - last.worked, wanted), passed);
    last = seen;
    if (pauseMs > 0) {
      pause(pauseMs);
      return;
    }
    if (heldBackSince !== undefined && !share.isRested()) heldBackSince = seen.time;
    if (heldBackSince !== undefined && seen.time - heldBackSince >= calmMs) release();
    timer = setTimeout(look, heldBackSince === undefined ? limits.watchMs : SLICE_MS);
  }

  timer = setTimeout(look, limits.watchMs);
  return {
    started: share.started,
    isHeldBack: () => heldBackSince !== undefined,
    pausedMs: () => pausedBefore + (pausedSince === undefined ? 0 : options.now() - pausedSince),
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
