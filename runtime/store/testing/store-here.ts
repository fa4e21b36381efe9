import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketUri } from '../command.ts';
import { COMMANDS } from '../commands/registry.ts';
import { openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import { createDispatch } from '../server/dispatch.ts';
import { listen } from '../server/listener.ts';

/** The embedded store within this process, for tests that take milliseconds. */
export interface StoreHere {
  /** Where a driver reaches one of its databases. */
  uri(database: string): string;
  /** Ends it and removes its file. */
  close(): void;
}

/**
 * Opens a store on a file of its own in the system's folder for such things, and listens. It is the engine that the
 * store's process runs, without what a process needs: no lock, no sync to the disk, nothing that expires by itself.
 * @throws Error when the folder cannot be written
 */
export const openStoreHere = (): StoreHere => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-here-'));
  const socket = join(directory, 'store.sock');
  const report = (event: string, error: unknown): void => {
    process.stderr.write(`the store of these tests: ${event}: ${String(error)}\n`);
  };
  const store = openStore({
    directory,
    synchronous: 'NORMAL',
    readerThread: READER_THREAD,
    largestBytes: undefined,
    now: Date.now,
    monotonic: () => performance.now(),
    log: report,
    lost: (error) => report('the disk did not take what was written', error),
    logSlow: () => undefined,
  });
  const listener = listen({
    path: socket,
    dispatch: createDispatch(store, COMMANDS),
    closed: store.clients.gone,
    log: report,
  });
  return {
    uri: (database) => socketUri(socket, database),
    close: () => {
      listener.close();
      store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
