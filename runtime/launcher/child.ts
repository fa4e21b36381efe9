import type { Subprocess } from 'bun';
import { MOST_STARTS, STARTS_VARIABLE } from '../process/told-starts.ts';

/** Restart delays, milliseconds: doubled after each quick death, back to the first after a quiet run. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;
const QUIET_RUN = 10_000;

export interface ChildOptions {
  name: string;
  command: string[];
  environment: Record<string, string>;
  /** Called at each start with the process id. */
  onStart?: (pid: number) => void;
  /** Called with how it ended whenever it is about to be started again. */
  onEnd?: (how: string) => void;
  /** An exit with this code is a refusal to start (bad configuration): it is not tried again. */
  fatalExitCode?: number;
  onFatal?: () => void;
}

export interface Child {
  /** Asks the process to stop and waits; after `limit` milliseconds it is killed. */
  stop(limit: number): Promise<void>;
  /** Ends the process in the same way and starts it again at once. */
  restart(limit: number): Promise<void>;
}

/** Keeps one process running, with back-off between restarts. Its stdin stays open as its tie to this process. */
export function superviseChild(options: ChildOptions): Child {
  let current: Subprocess<'pipe', 'inherit', 'inherit'> | undefined;
  let isStopping = false;
  let delay = FIRST_DELAY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let starts: number[] = [];

  const start = () => {
    const startedAt = performance.now();
    // One that ends before it can say so is told of by the next.
    starts = [...starts, Date.now()].slice(-MOST_STARTS);
    const child = Bun.spawn(options.command, {
      env: { ...options.environment, WAYPOST_SUPERVISED: '1', [STARTS_VARIABLE]: starts.join() },
      stdin: 'pipe',
      stdout: 'inherit',
      stderr: 'inherit',
    });
    current = child;
    options.onStart?.(child.pid);
    void child.exited.then((code) => {
      current = undefined;
      if (isStopping) return;
      if (options.fatalExitCode !== undefined && code === options.fatalExitCode) {
        options.onFatal?.();
        return;
      }
      options.onEnd?.(child.signalCode === null ? `exit code ${code}` : String(child.signalCode));
      if (performance.now() - startedAt >= QUIET_RUN) delay = FIRST_DELAY;
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    });
  };
  start();

  const stop = async (limit: number) => {
    isStopping = true;
    clearTimeout(timer);
    const child = current;
    if (!child) return;
    // The end of stdin asks our own processes (see supervised.ts), the signal all others.
    void child.stdin.end();
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), limit);
    await child.exited;
    clearTimeout(killer);
  };

  // Two at once would both start a process after the one that ends.
  let restarting: Promise<void> | undefined;
  let isOver = false;
  const restart = async (limit: number) => {
    await stop(limit);
    if (isOver) return;
    isStopping = false;
    delay = FIRST_DELAY;
    start();
  };

  return {
    stop(limit) {
      isOver = true;
      return stop(limit);
    },
    restart(limit) {
      restarting ??= restart(limit).finally(() => {
        restarting = undefined;
      });
      return restarting;
    },
  };
}
