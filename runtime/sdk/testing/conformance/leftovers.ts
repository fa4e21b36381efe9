import type { ConformanceFault } from '../../conformance/fault.ts';

type Start = (handler: () => void, milliseconds?: number) => unknown;

/** Events of the process whose listeners outlive a plugin. */
const PROCESS_EVENTS = [
  'exit',
  'beforeExit',
  'uncaughtException',
  'unhandledRejection',
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
];

/** Timers that `work` starts and does not end, and listeners that it leaves on the process. Not for two at once. */
export async function findLeftovers(work: () => Promise<void>): Promise<ConformanceFault[]> {
  const running = new Map<unknown, string>();
  const listeners = countListeners();
  const undo = [
    watchTimers('setInterval', 'clearInterval', running),
    watchTimers('setTimeout', 'clearTimeout', running),
  ];
  try {
    await work();
  } finally {
    for (const restore of undo) restore();
  }
  const faults: ConformanceFault[] = [...running].map(([, name]) => ({
    rule: 'disposal',
    path: name,
    message: 'is still running after the plugin was switched off: clear it in context.onDispose',
  }));
  for (const [event, count] of countListeners())
    if (count > (listeners.get(event) ?? 0))
      faults.push({
        rule: 'disposal',
        path: `process.on('${event}')`,
        message: 'is still there after the plugin was switched off: a plugin does not listen to the process',
      });
  return faults;
}

function watchTimers(
  start: 'setInterval' | 'setTimeout',
  end: 'clearInterval' | 'clearTimeout',
  running: Map<unknown, string>,
): () => void {
  const globals = globalThis as unknown as Record<string, unknown>;
  const begin = globals[start] as Start;
  const stop = globals[end] as (timer: unknown) => void;
  globals[start] = (handler: () => void, milliseconds?: number) => {
    const timer = begin(() => {
      if (start === 'setTimeout') running.delete(timer);
      handler();
    }, milliseconds);
    running.set(timer, `${start}(${milliseconds ?? 0} ms)`);
    return timer;
  };
  globals[end] = (timer: unknown) => {
    running.delete(timer);
    stop(timer);
  };
  return () => {
    for (const [timer, name] of running) if (name.startsWith(start)) stop(timer);
    globals[start] = begin;
    globals[end] = stop;
  };
}

function countListeners(): Map<string, number> {
  return new Map(PROCESS_EVENTS.map((event) => [event, process.listenerCount(event)]));
}
