import type { Logger } from '@waypost/sdk';
import type { StoreAccess } from '../storage/index.ts';

const RETRY_MS = 1_000;

/** Work that needs the store and has to be done once before the API can serve. */
export interface Startup {
  isDone(): boolean;
  /** Resolves when it is done. */
  done: Promise<void>;
  stop(): void;
}

/** Runs `work` as soon as the store is up, and again until it succeeds. */
export function createStartup(options: {
  store: StoreAccess;
  log: Logger;
  work: () => Promise<void>;
}): Startup {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  let isStopped = false;
  let isRunning = false;

  const attempt = async () => {
    if (isRunning) return;
    isRunning = true;
    while (options.store.isUp() && !isDone && !isStopped) {
      try {
        await options.work();
        isDone = true;
        resolve();
      } catch (error) {
        options.log.error({ error }, 'the work at start failed; it is tried again');
        await Bun.sleep(RETRY_MS);
      }
    }
    isRunning = false;
  };
  const forget = options.store.onChange(() => void attempt());
  void attempt();

  return {
    isDone: () => isDone,
    done,
    stop() {
      isStopped = true;
      forget();
    },
  };
}

/** `work`, carried out at the first call; every call waits for that one. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
