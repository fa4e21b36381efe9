import type { Watches } from '../changes/watches.ts';
import type { RetryRecords } from '../session/retry-records.ts';
import type { Catalog } from '../storage/catalog.ts';
import type { ChangeLog } from '../storage/change-log.ts';
import { type Checkpoints, createCheckpoints } from '../storage/checkpoint.ts';
import type { Connection } from '../storage/connection.ts';
import type { LogSync } from '../storage/log-sync.ts';
import type { Sequence } from '../storage/sequence.ts';
import { createWriteGroup, type WriteGroup } from '../storage/write-group.ts';
import type { StoreOptions } from './options.ts';

/** How long reads share one look at the file. */
const READING_MILLISECONDS = 50;

/** How writes become part of the file, and what follows from that. */
export interface Committing {
  group: WriteGroup;
  checkpoints: Checkpoints;
  /** Number of the newest durable write. */
  committed: () => number;
  /** Calls `listener` after each commit that changed documents; the result stops that. */
  onChanges: (listener: () => void) => () => void;
  /** Reads again from the file what memory holds of it: something was undone. */
  readAgain: () => void;
}

/** Puts the write group together with all that goes into a commit, comes after it, or is undone with it. */
export const createCommitting = (input: {
  options: StoreOptions;
  file: string;
  writer: Connection;
  logSync: LogSync | undefined;
  catalog: Catalog;
  sequence: Sequence;
  changes: ChangeLog;
  watches: Watches;
  retries: RetryRecords;
  /** Resolves once no reader looks at the file. */
  restReaders: () => Promise<() => void>;
  /** Resolves once no transaction keeps a state of the file. */
  whenNoneIsKept: () => Promise<void>;
}): Committing => {
  const { options, writer, catalog, sequence, changes, retries } = input;
  const listeners = new Set<() => void>();
  let committed = sequence.last();
  const checkpoints = createCheckpoints({
    file: input.file,
    writer,
    now: options.monotonic,
    log: options.log,
    group: () => group,
    rest: input.restReaders,
    whenNoneIsKept: input.whenNoneIsKept,
  });
  const forget = (): void => {
    changes.discard();
    retries.discard();
  };
  const readAgain = (): void => {
    catalog.reload();
    // What was written since a running transaction began is no longer known: it has to look.
    for (const collection of catalog.all()) collection.lastWrite = sequence.last();
    input.watches.reload();
  };
  const group = createWriteGroup({
    writer,
    logSync: input.logSync,
    lost: options.lost,
    log: options.log,
    schedule: (callback) => void setImmediate(callback),
    scheduleEndOfReading: (callback) => void setTimeout(callback, READING_MILLISECONDS),
    hooks: {
      beforeCommit: () => {
        changes.writePending();
        retries.writePending();
        catalog.writeMeta('sequence', sequence.last());
      },
      afterCommit: () => {
        committed = sequence.last();
        retries.committed();
        checkpoints.committed();
        if (changes.publish()) for (const listener of listeners) listener();
      },
      afterAbandon: forget,
      afterRollback: () => {
        forget();
        readAgain();
      },
    },
  });
  return {
    group,
    checkpoints,
    committed: () => (group.isOpen() ? committed : sequence.last()),
    onChanges: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readAgain,
  };
};
