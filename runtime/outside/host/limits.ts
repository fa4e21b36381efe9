import { availableParallelism } from 'node:os';
import type { ShareLimits } from './processor-share.ts';

/** What a plugin's process may use. */
export interface OutsideLimits extends ShareLimits {
  /** Memory, with the kernel's tables of it; above it the process is ended. */
  memoryBytes: number;
  /** Threads; above it the process is ended, for a machine has only so many. */
  threads: number;
  /** Time within its share of the processor after which it is held back no longer; doubled each time. */
  calmMs: number;
  /** Longest that it may not answer a ping, milliseconds: its event loop is stuck. */
  stuckMs: number;
  /** Time to start, load the server file and reach the store. */
  startMs: number;
  setupMs: number;
  /** Unexpected ends within the window after which it is not started again by itself. */
  endsBeforeQuarantine: number;
  endsWindowMs: number;
  /** First pause before a new start; doubled after each end in the window. */
  restartMs: number;
  longestRestartMs: number;
  /** How often memory is looked at and pings are sent. */
  watchMs: number;
  /** Time that a call waits for a process that is being started again. */
  waitForRestartMs: number;
  /** Time to end in an orderly way. */
  endMs: number;
}

/** Threads of the runtime itself grow with the machine: some for each core collect garbage, compile and read files. */
const THREADS_A_CORE = 8;
const OWN_THREADS = 64;

export const DEFAULT_LIMITS: OutsideLimits = {
  memoryBytes: 512 * 1024 * 1024,
  threads: OWN_THREADS + THREADS_A_CORE * availableParallelism(),
  // Calls of a back-office use a tenth of this; many threads reach it also where others leave them little.
  processorShare: 0.5,
  processorBurstMs: 3_000,
  processorStartMs: 10_000,
  calmMs: 60_000,
  stuckMs: 5_000,
  startMs: 60_000,
  setupMs: 30_000,
  endsBeforeQuarantine: 5,
  endsWindowMs: 5 * 60_000,
  restartMs: 200,
  longestRestartMs: 30_000,
  watchMs: 250,
  waitForRestartMs: 5_000,
  endMs: 3_000,
};
