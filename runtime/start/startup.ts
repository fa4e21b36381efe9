import type { Logger } from '@waypost/sdk';
import { StartError } from '../process/environment.ts';
import type { StoreAccess } from '../storage/index.ts';

const RETRY_MS = 1_000;

/** Work that needs the store and has to be done once before the API can serve. */
export interface Startup {
  isDone(): boolean;
  /** Resolves when it is done. */
  done: Promise<void>;
  /** Resolves when it cannot be done as this process was started: trying again would not help. */
  refused: Promise<StartError>;
  stop(): void;
}

/** Runs `work` as soon as the store is up, and again until it succeeds or says with a StartError that it cannot. */
export function createStartup(options: {
  store: StoreAccess;
  log: Logger;
  work: () => Promise<void>;
}): Startup {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const refusal = Promise.withResolvers<StartError>();
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
        if (error instanceof StartError) {
          isStopped = true;
          refusal.resolve(error);
          return;
        }
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
    refused: refusal.promise,
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
