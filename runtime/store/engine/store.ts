import { join } from 'node:path';
import { openWatches, type Watches } from '../changes/watches.ts';
import { createReaders, type Readers } from '../readers/readers.ts';
import { openRetryRecords, type RetryRecords } from '../session/retry-records.ts';
import { createSessions, type Sessions } from '../session/sessions.ts';
import { createSnapshots } from '../session/snapshots.ts';
import { type Catalog, openCatalog } from '../storage/catalog.ts';
import {
  type ChangeLog,
  type ChangeLogLimits,
  DEFAULT_LIMITS,
  openChangeLog,
} from '../storage/change-log.ts';
import { createCheckpoints } from '../storage/checkpoint.ts';
import { rebuildCollatedIndexes } from '../storage/collated-indexes.ts';
import type { Collection } from '../storage/collection.ts';
import { Connection, FILE_NAME, type Synchronous } from '../storage/connection.ts';
import { countRecords } from '../storage/count-records.ts';
import { type LogSync, openLogSync } from '../storage/log-sync.ts';
import { createRecordWriter, type RecordWriter } from '../storage/record-writer.ts';
import { createSequence, type Sequence } from '../storage/sequence.ts';
import { createTrash } from '../storage/trash.ts';
import { createDirectView, type View } from '../storage/view.ts';
import { createWhole, type Whole } from '../storage/whole.ts';
import { createWriteGroup, type WriteGroup } from '../storage/write-group.ts';
import { type Document, encodeDocument } from '../value/index.ts';
import { type Cursors, createCursors } from '../work/cursors.ts';
import { serverLimit } from '../work/effort-limits.ts';
import { createOperations, type Operation, type Operations } from '../work/operation.ts';
import { processorTime } from '../work/processor-time.ts';
import { createScheduler } from '../work/scheduler.ts';
import { createSlowOperations, type SlowOperation, type SlowOperations } from '../work/slow-operations.ts';
import { createSpeakers, type Speakers } from '../work/speakers.ts';
import { createCatalogChange } from './catalog-change.ts';
import { createWriteRate, type WriteRate } from './limits.ts';

/** How long reads share one look at the file. */
const READING_MILLISECONDS = 50;

export interface StoreOptions {
  /** Directory of the file; it exists. */
  directory: string;
  synchronous: Synchronous;
  limits?: Partial<ChangeLogLimits>;
  /** Size at which the file counts as full; undefined: the disk decides. */
  largestBytes: number | undefined;
  /** Documents from which on it counts as full; undefined: what it was measured for. */
  documentsLimit?: number | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds on a clock that never goes back. */
  monotonic: () => number;
  /** Syncs the write-ahead log; undefined: a thread does with FULL, and nobody with NORMAL. */
  logSync?: LogSync | undefined;
  /** Address of the program of a reader thread. */
  readerThread: string;
  /** Told that the disk did not take what was committed: nothing may be served any more. */
  lost: (cause: unknown) => void;
  /** `shape`: of the command that met the error, names without values. */
  log: (event: string, error: unknown, shape?: string) => void;
  /** Told of each command that took long. */
  logSlow: (operation: SlowOperation) => void;
}

/** Everything that commands work on. */
export interface EmbeddedStore {
  options: StoreOptions;
  writer: Connection;
  catalog: Catalog;
  group: WriteGroup;
  records: RecordWriter;
  whole: Whole;
  /** Changes the catalog: all that `work` does or nothing of it. Opens the transaction. */
  changeCatalog: <Result>(work: () => Result) => Result;
  sequence: Sequence;
  changes: ChangeLog;
  watches: Watches;
  sessions: Sessions;
  retries: RetryRecords;
  operations: Operations;
  slowOperations: SlowOperations;
  cursors: Cursors;
  view: View;
  /** Number of the newest durable write. */
  committed: () => number;
  /** Calls `listener` after each commit that changed documents; the result stops that. */
  onChanges: (listener: () => void) => () => void;
  writeRate: WriteRate;
  speakers: Speakers;
  /** Whether the write-ahead log cannot be emptied because somebody keeps an old state for long. */
  isLogFarBehind: () => boolean;
  /** Carries out long reads on threads of their own. */
  readers: Readers;
  /** Number of a collection's documents; counted once, kept in step afterwards. */
  countDocuments: (collection: Collection, operation: Operation) => number | Promise<number>;
  /** The collection, made when it is missing. */
  ensureCollection: (database: string, name: string, options?: Document) => Collection;
  /** Commits what is open, empties the write-ahead log and closes the file. */
  close: () => void;
}

/** Opens the store's file, making it when it is new. */
export const openStore = (options: StoreOptions): EmbeddedStore => {
  const file = join(options.directory, FILE_NAME);
  const writer = Connection.openWriter(file, options.largestBytes);
  const speakers = createSpeakers(options.monotonic);
  const logSync =
    options.logSync ??
    (options.synchronous === 'FULL'
      ? openLogSync(`${file}-wal`, options.log, speakers.isOneAlone)
      : undefined);
  const snapshots = createSnapshots(file);
  const catalog = openCatalog({
    writer,
    encode: encodeDocument,
    forget: snapshots.forget,
    discard: (table) => trash.add([table]),
  });
  const lastSequence = Number(catalog.readMeta('sequence') ?? 0);
  const sequence = createSequence(lastSequence, options.now);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const changes = openChangeLog({ writer, last: sequence.last(), limits });
  // Opening counts as a write, as a member's election does in MongoDB: a stream can then start at the operation time
  // of an answer that was given before anything else was written.
  sequence.next();
  const watches = openWatches(catalog);
  const retries = openRetryRecords(writer, options.now);
  const checkpoints = createCheckpoints({
    file,
    writer,
    group: () => group,
    rest: () => readers.rest(),
    now: options.monotonic,
    log: options.log,
  });
  const listeners = new Set<() => void>();
  let committed = sequence.last();

  const group = createWriteGroup({
    ...{ writer, logSync, lost: options.lost },
    schedule: (callback) => void setImmediate(callback),
    scheduleEndOfReading: (callback) => void setTimeout(callback, READING_MILLISECONDS),
    log: options.log,
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
      afterAbandon: () => {
        changes.discard();
        retries.discard();
      },
      afterRollback: () => {
        changes.discard();
        retries.discard();
        readAgain();
      },
    },
  });
  const readAgain = (): void => {
    catalog.reload();
    // What was written since a running transaction began is no longer known: it has to look.
    for (const collection of catalog.all()) collection.lastWrite = sequence.last();
    watches.reload();
  };
  const whole = createWhole({ writer, changes });
  const changeCatalog = createCatalogChange({ group, whole, readAgain });
  const records = createRecordWriter({ writer, catalog, sequence, changes, lost: group.fail });
  rebuildCollatedIndexes({ writer, catalog, records, group, log: options.log });
  const scheduler = createScheduler({
    now: options.monotonic,
    schedule: (callback) => void setImmediate(callback),
  });
  const committedNumber = (): number => (group.isOpen() ? committed : sequence.last());
  const sessions = createSessions({ snapshots, writer, committed: committedNumber, now: options.monotonic });

  const limit = serverLimit({ processor: processorTime() });
  const operations = createOperations({ scheduler, group, now: options.monotonic, limit: () => limit });
  const trash = createTrash({
    ...{ writer, group, operations, forget: snapshots.forget, log: options.log },
    isNamed: (table) => !catalog.orphans().includes(table),
  });
  trash.add(catalog.orphans());
  const cursors = createCursors({ now: options.monotonic });
  const readers = createReaders({
    ...{ file, cursors, now: options.monotonic, log: options.log },
    thread: options.readerThread,
  });
  const store: EmbeddedStore = {
    options,
    writer,
    catalog,
    group,
    records,
    whole,
    changeCatalog,
    sequence,
    changes,
    watches,
    sessions,
    retries,
    operations,
    slowOperations: createSlowOperations({
      monotonic: options.monotonic,
      now: options.now,
      log: options.logSlow,
    }),
    cursors,
    view: createDirectView({ writer, reader: snapshots.committed, group, records }),
    committed: committedNumber,
    readers,
    isLogFarBehind: checkpoints.isFarBehind,
    writeRate: createWriteRate(changes),
    speakers,
    countDocuments: (collection, operation) =>
      collection.count ?? countRecords({ writer, group, collection, operation }),
    onChanges: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ensureCollection: createEnsureCollection({ catalog, changeCatalog, sequence, watches }),
    close: () => {
      trash.stop();
      group.settle();
      group.endReading();
      logSync?.close();
      readers.close();
      snapshots.close();
      checkpoints.close();
      checkpoints.finish();
      writer.close();
    },
  };
  return store;
};

/** The collection of a name, made when it is missing. */
const createEnsureCollection =
  ({
    catalog,
    changeCatalog,
    sequence,
    watches,
  }: Pick<
    EmbeddedStore,
    'catalog' | 'changeCatalog' | 'sequence' | 'watches'
  >): EmbeddedStore['ensureCollection'] =>
  (database, name, collectionOptions = new Map()) => {
    const found = catalog.find(database, name);
    if (found !== undefined) return found;
    return changeCatalog(() => {
      const made = catalog.create({
        database,
        name,
        options: collectionOptions,
        sequence: sequence.next(),
      });
      watches.created(made);
      return made;
    });
  };
