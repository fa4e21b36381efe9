import { join } from 'node:path';
import { openWatches, type Watches } from '../changes/watches.ts';
import { createReaders, type Readers } from '../readers/readers.ts';
import { createPasts, type Pasts } from '../session/pasts.ts';
import { openRetryRecords, type RetryRecords } from '../session/retry-records.ts';
import { createSessions, type Sessions } from '../session/sessions.ts';
import { createSnapshots } from '../session/snapshots.ts';
import { type Catalog, openCatalog } from '../storage/catalog.ts';
import { type ChangeLog, DEFAULT_LIMITS, openChangeLog } from '../storage/change-log.ts';
import { rebuildCollatedIndexes } from '../storage/collated-indexes.ts';
import type { Collection } from '../storage/collection.ts';
import { Connection, FILE_NAME } from '../storage/connection.ts';
import { countRecords } from '../storage/count-records.ts';
import { type LogSync, openLogSync } from '../storage/log-sync.ts';
import { createRecordWriter, type RecordWriter } from '../storage/record-writer.ts';
import { createSequence, type Sequence } from '../storage/sequence.ts';
import { createTrash } from '../storage/trash.ts';
import { createDirectView, type View } from '../storage/view.ts';
import { createWhole, type Whole } from '../storage/whole.ts';
import type { WriteGroup } from '../storage/write-group.ts';
import { type Document, encodeDocument } from '../value/index.ts';
import { type Clients, createClients } from '../work/clients.ts';
import { type Cursors, createCursors } from '../work/cursors.ts';
import { serverLimit } from '../work/effort-limits.ts';
import { createOperations, type Operation, type Operations } from '../work/operation.ts';
import { processorTime } from '../work/processor-time.ts';
import { createProfiler, type Profiler } from '../work/profiler.ts';
import { createScheduler } from '../work/scheduler.ts';
import { createSlowOperations, type SlowOperations } from '../work/slow-operations.ts';
import { createSpeakers, type Speakers } from '../work/speakers.ts';
import { createCatalogChange } from './catalog-change.ts';
import { createCommitting } from './committing.ts';
import { createWriteRate, type WriteRate } from './limits.ts';
import type { StoreOptions } from './options.ts';

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
  /** States that snapshot reads outside transactions have named. */
  pasts: Pasts;
  retries: RetryRecords;
  operations: Operations;
  slowOperations: SlowOperations;
  profiler: Profiler;
  clients: Clients;
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
  /** While the write-ahead log is being emptied: transactions begin when that is over. */
  room: () => Promise<void> | undefined;
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
  const logSync = openSync(options, file, speakers);
  const snapshots = createSnapshots(file);
  const catalog = openCatalog({
    writer,
    encode: encodeDocument,
    forget: snapshots.forget,
    discard: (table) => trash.add([table]),
  });
  const { sequence, changes } = openHistory(options, writer, catalog);
  const watches = openWatches(catalog);
  const retries = openRetryRecords(writer, options.now);
  const { group, checkpoints, committed, onChanges, readAgain } = createCommitting({
    options,
    file,
    writer,
    logSync,
    catalog,
    sequence,
    changes,
    watches,
    retries,
    restReaders: () => readers.rest(),
    whenNoneIsKept: snapshots.whenNoneIsKept,
  });
  const whole = createWhole({ writer, changes });
  const changeCatalog = createCatalogChange({ group, whole, readAgain });
  const records = createRecordWriter({ writer, catalog, sequence, changes, lost: group.fail });
  rebuildCollatedIndexes({ writer, catalog, records, group, log: options.log });
  const operations = createStoreOperations(options, group);
  const trash = createTrash({
    writer,
    group,
    operations,
    forget: snapshots.forget,
    log: options.log,
    isNamed: (table) => !catalog.orphans().includes(table),
  });
  trash.add(catalog.orphans());
  const cursors = createCursors({ now: options.monotonic });
  const readers = createReaders({
    file,
    cursors,
    now: options.monotonic,
    log: options.log,
    thread: options.readerThread,
  });
  return {
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
    retries,
    operations,
    cursors,
    readers,
    speakers,
    committed,
    onChanges,
    sessions: createSessions({ snapshots, writer, committed, now: options.monotonic }),
    pasts: createPasts({ snapshots, committed, now: options.monotonic }),
    slowOperations: createSlowOperations({
      monotonic: options.monotonic,
      now: options.now,
      log: options.logSlow,
    }),
    profiler: createProfiler(options),
    clients: createClients(),
    view: createDirectView({ writer, reader: snapshots.committed, group, records }),
    isLogFarBehind: checkpoints.isFarBehind,
    room: checkpoints.room,
    writeRate: createWriteRate(changes),
    countDocuments: (collection, operation) =>
      collection.count ?? countRecords({ writer, group, collection, operation }),
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
};

/** What brings commits to the disk; nobody does where losing the last moments was chosen. */
const openSync = (options: StoreOptions, file: string, speakers: Speakers): LogSync | undefined => {
  if (options.logSync !== undefined) return options.logSync;
  if (options.synchronous !== 'FULL') return undefined;
  return openLogSync(`${file}-wal`, options.log, speakers.isOneAlone);
};

/** Numbers of writes, going on behind the last one, and what was written under them. */
const openHistory = (
  options: StoreOptions,
  writer: Connection,
  catalog: Catalog,
): Pick<EmbeddedStore, 'sequence' | 'changes'> => {
  const sequence = createSequence(Number(catalog.readMeta('sequence') ?? 0), options.now);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const changes = openChangeLog({ writer, last: sequence.last(), limits });
  // Opening counts as a write, as a member's election does in MongoDB: a stream can then start at the operation time
  // of an answer that was given before anything else was written.
  sequence.next();
  return { sequence, changes };
};

/** What commands do, in slices that take turns. */
const createStoreOperations = ({ monotonic }: StoreOptions, group: WriteGroup): Operations => {
  const schedule = (callback: () => void): void => void setImmediate(callback);
  const limit = serverLimit({ processor: processorTime() });
  return createOperations({
    group,
    now: monotonic,
    limit: () => limit,
    scheduler: createScheduler({ now: monotonic, schedule }),
  });
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
