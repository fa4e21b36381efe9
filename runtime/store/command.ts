import { join } from 'node:path';

const MAIN = join(import.meta.dir, 'main.ts');

/** How a store is started as a process of its own. */
export interface StoreCommand {
  /** Directory of its file; it is made when it is missing. */
  directory: string;
  /** Path of the socket it listens on, at most 107 bytes. */
  socketPath: string;
  /** `FULL` (what holds when absent) survives a power cut, `NORMAL` a killed process. */
  synchronous?: 'FULL' | 'NORMAL' | undefined;
  /** How often expired documents are removed, seconds; 60 when absent. */
  expirySeconds?: number | undefined;
  /**
   * Says nothing on standard output and ends when standard input ends, at no signal: whoever starts it holds the other
   * end, so that it ends after all who use it, also when its starter is killed. Otherwise it prints `{"ready":true,…}`
   * when it listens, and ends at SIGTERM or SIGINT.
   */
  isHeldByInput?: boolean | undefined;
  /** What those who run it call the directory; its path when absent. Stands in what it says when it cannot start. */
  directoryName?: string | undefined;
  /** Sentences of what to do when the file is damaged, in the words of those who run it. */
  adviceOnDamage?: string | undefined;
}

/** The words of the command line that starts it. What is absent is taken from its environment, then from its defaults. */
export const storeCommand = (store: StoreCommand): string[] => [
  process.execPath,
  MAIN,
  ...['--data', store.directory, '--socket', store.socketPath],
  ...(store.synchronous === undefined ? [] : ['--synchronous', store.synchronous]),
  ...(store.expirySeconds === undefined ? [] : ['--expiry-seconds', String(store.expirySeconds)]),
  ...(store.isHeldByInput === true ? ['--until-input-ends'] : []),
  ...(store.directoryName === undefined ? [] : ['--directory-name', store.directoryName]),
  ...(store.adviceOnDamage === undefined ? [] : ['--advice-on-damage', store.adviceOnDamage]),
];

/** Where a driver reaches the store that listens on this socket. */
export const socketUri = (socketPath: string, database = ''): string =>
  `mongodb://${encodeURIComponent(socketPath)}/${database}?directConnection=true`;
