import type { Catalog } from '../storage/catalog.ts';
import type { Change, ChangeLog } from '../storage/change-log.ts';
import { type Sequence, sequenceOf } from '../storage/sequence.ts';
import type { View } from '../storage/view.ts';
import type { WriteGroup } from '../storage/write-group.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  decodeDocument,
  encodeDocument,
  encodeKey,
  Timestamp,
  type Value,
} from '../value/index.ts';
import type { Batch, BatchLimits, DocumentStream } from '../work/cursors.ts';
import type { Operation } from '../work/operation.ts';
import { changeEvent, invalidateEvent } from './change-event.ts';
import { readResumeToken, resumeToken } from './resume-token.ts';
import { checkOptions } from './stream-options.ts';
import type { Watches } from './watches.ts';

/** What a change stream reads, of a store. */
export interface ChangeSource {
  /** `monotonic`: milliseconds on a clock that never goes back. */
  options: { monotonic: () => number };
  catalog: Pick<Catalog, 'find'>;
  group: Pick<WriteGroup, 'isHeld' | 'whenFree' | 'begin'>;
  sequence: Pick<Sequence, 'last'>;
  changes: Pick<ChangeLog, 'memoryStart' | 'oldestInFile' | 'published' | 'read'>;
  watches: Watches;
  view: Pick<View, 'byKey'>;
  onChanges: (listener: () => void) => () => void;
}

/** What a `$changeStream` stage asks for, with the collections that the stages behind it let through. */
export interface ChangeStreamRequest {
  store: ChangeSource;
  database: string;
  /** undefined: every collection of the database. */
  collections: readonly string[] | undefined;
  /** It follows the database, and does not end with a collection. */
  isWhole: boolean;
  /** The stage's own document, not yet checked. */
  options: Value;
  /** Carries the events through the stages that follow. */
  transform: (events: Document[]) => Document[];
}

const READ_AT_ONCE = 256;

/**
 * Opens a stream of the changes of a collection or a database.
 * @throws StoreError 286 when it should begin earlier than the log reaches, 50811 for a bad token, 260 for one of
 * an end, and what checkOptions refuses.
 */
export const openChangeStream = async (request: ChangeStreamRequest): Promise<DocumentStream> => {
  const { store, database } = request;
  const options = checkOptions(request.options);
  if (store.group.isHeld()) await store.group.whenFree();
  const start = startOf(options) ?? store.sequence.last();
  for (const collection of watchedBy(request)) {
    if (store.watches.has(database, collection)) continue;
    store.group.begin();
    store.watches.add(database, collection, store.sequence.last());
  }
  checkHistory(request, start);
  return streamFrom(request, start, options);
};

/** The number up to which everything counts as seen. */
const startOf = (options: Document): number | undefined => {
  const after = options.get('resumeAfter');
  if (after !== undefined) {
    const position = readResumeToken(after);
    if (position.isInvalidate) {
      throw new StoreError(
        260,
        'Attempting to resume a change stream from an invalidate event: use startAfter',
      );
    }
    return position.sequence;
  }
  const startAfter = options.get('startAfter');
  if (startAfter !== undefined) return readResumeToken(startAfter).sequence;
  const time = options.get('startAtOperationTime');
  return time instanceof Timestamp ? sequenceOf(time) - 1 : undefined;
};

/** Refuses to begin where changes are no longer, or never were, in the log. */
const checkHistory = (request: ChangeStreamRequest, start: number): void => {
  const { store, database } = request;
  if (start >= store.changes.memoryStart()) return;
  const isKept = watchedBy(request).every((collection) => {
    const since = store.watches.since(database, collection);
    return since !== undefined && since <= start;
  });
  if (isKept && store.changes.oldestInFile() <= start) return;
  throw new StoreError(
    286,
    'Resume of change stream was not possible, as the resume point may no longer be in the oplog.',
    { labels: ['NonResumableChangeStreamError'] },
  );
};

const streamFrom = (request: ChangeStreamRequest, start: number, options: Document): DocumentStream => {
  const { store } = request;
  let position = start;
  let isOver = false;
  let isClosed = false;
  let wake: (() => void) | undefined;
  const unsubscribe = store.onChanges(() => wake?.());
  const lookUp = options.get('fullDocument') === 'updateLookup' ? documentReader(request) : undefined;

  /** Reads on until `count` events are there or the log's end is reached. Returns whether the end was reached. */
  const readOn = async (events: Document[], count: number, operation: Operation): Promise<boolean> => {
    for (;;) {
      checkHistory(request, position);
      const published = store.changes.published();
      const changes = store.changes.read({ after: position, limit: READ_AT_ONCE });
      const found: Document[] = [];
      for (const change of changes) {
        position = change.sequence;
        if (isMeant(request, change)) found.push(changeEvent(change, lookUp?.(change)));
        if (ends(request, change)) {
          found.push(invalidateEvent(change.sequence));
          isOver = true;
          break;
        }
        if (events.length + found.length >= count) break;
      }
      if (found.length > 0) events.push(...operation.within(() => request.transform(found)));
      if (isOver || events.length >= count) return false;
      if (changes.length === 0) {
        position = Math.max(position, published);
        return true;
      }
      if (operation.isSpent()) await operation.pause();
    }
  };

  return {
    isEndless: true,
    nextBatch: async (limits: BatchLimits, operation: Operation): Promise<Batch> => {
      const events: Document[] = [];
      const count = limits.count === undefined || limits.count === 0 ? READ_AT_ONCE : limits.count;
      const deadline = store.options.monotonic() + (limits.awaitMilliseconds ?? 0);
      while (await readOn(events, count, operation)) {
        const left = deadline - store.options.monotonic();
        if (events.length > 0 || left <= 0 || isClosed) break;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
        await operation.pause();
      }
      const token = encodeDocument(resumeToken({ sequence: position, isInvalidate: isOver }));
      return { documents: events.map(encodeDocument), isDone: isOver, resumeToken: token };
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      wake?.();
    },
  };
};

/** What has to be kept for it; undefined stands for the whole database. */
const watchedBy = ({ collections }: ChangeStreamRequest): readonly (string | undefined)[] =>
  collections ?? [undefined];

const isMeant = ({ database, collections, isWhole }: ChangeStreamRequest, change: Change): boolean => {
  if (change.database !== database) return false;
  if (collections === undefined || (isWhole && change.kind === 'dropDatabase')) return true;
  return collections.includes(change.collection);
};

/** Whether a change takes away what the stream watches. */
const ends = (request: ChangeStreamRequest, change: Change): boolean => {
  if (change.database !== request.database) return false;
  if (change.kind === 'dropDatabase') return true;
  return !request.isWhole && isMeant(request, change) && (change.kind === 'drop' || change.kind === 'rename');
};

const documentReader =
  ({ store }: ChangeStreamRequest) =>
  (change: Change) =>
  (id: Value): Document | null => {
    const found = store.catalog.find(change.database, change.collection);
    const row = found === undefined ? undefined : store.view.byKey(found, encodeKey(id));
    return row === undefined ? null : decodeDocument(row.doc);
  };
