import type { Logger } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import type { LinkIndex } from '../links/link-index.ts';
import { readStoredLink, splitKey } from '../links/read-stored-link.ts';
import { type LinkDocument, visitCollections } from './collections.ts';
import { type OwnChanges, removalKey } from './own-changes.ts';

const { Binary, BSON, ObjectId } = mongoose.mongo;
const SCAN_BATCH = 10_000;
const RETRY_MS = 500;
/** How long the store may hold an empty read of the feed back. */
const AWAIT_MS = 1000;
/** Pause after an empty read that the store did not hold back. */
const IDLE_MS = 20;

export interface LinkFeedOptions {
  database: mongo.Db;
  isStoreUp(): boolean;
  index: LinkIndex;
  log: Logger;
  /** Who waits for changes of this process to be applied. */
  ownChanges?: OwnChanges | undefined;
  /** Where a snapshot left off; empty when there is none. */
  resumeToken: string;
  /** Names of what a link shows: said of each link that shows something, when it is read. */
  onContents(ids: readonly string[]): void;
  /** The index agrees with the store: called after the first catch-up and after every full read. */
  onCaughtUp(): Promise<void>;
}

export interface LinkFeed {
  /** Whether changes are being followed now. */
  isFollowing(): boolean;
  /** Runs `work` while no change is applied. `resumeToken` is where the feed stands; empty when not known. */
  pause<T>(work: (resumeToken: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type LinkChange = mongo.ChangeStreamDocument<LinkDocument>;

/**
 * Keeps the index equal to `visit_links`: reads all of it once (or goes on from a snapshot), then follows the change
 * feed, through outages of the store. When the feed has lost its place everything is read again, and links that are no
 * longer there are dropped.
 */
export function followLinks(options: LinkFeedOptions): LinkFeed {
  const { index, log, ownChanges } = options;
  const { links } = visitCollections(options.database);
  let token: mongo.ResumeToken | undefined =
    options.resumeToken === '' ? undefined : BSON.deserialize(Buffer.from(options.resumeToken, 'base64'));
  let isStopped = false;
  let isFollowing = false;
  let applying: Promise<unknown> = Promise.resolve();
  let stream: mongo.ChangeStream<LinkDocument> | undefined;

  const exclusively = <T>(work: () => Promise<T> | T): Promise<T> => {
    const run = applying.then(work);
    applying = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  };

  const apply = (change: LinkChange): void => {
    if (change.operationType === 'delete') index.removeById(change.documentKey._id.id);
    else if ('fullDocument' in change && change.fullDocument !== undefined && change.fullDocument !== null) {
      const { _id, k, v, c } = change.fullDocument as LinkDocument;
      if (isMarker(k)) return;
      if (c !== undefined) options.onContents(c.split(' '));
      index.put({ id: _id.id, ...splitKey(k), compiled: v.buffer.subarray(0, v.position) });
    }
  };

  /** Applies what has come, or notes how far the feed is when nothing has. Nothing is in flight meanwhile. */
  const take = (change: LinkChange | null): Promise<void> =>
    exclusively(() => {
      if (change !== null) applySafely(change);
      token = change?._id ?? stream?.resumeToken ?? token;
    });

  const follow = async (): Promise<void> => {
    const mustRead = token === undefined;
    // Changes made during a full read are then in the feed, whenever it is opened.
    const start = mustRead
      ? { startAtOperationTime: await presentTime(options.database) }
      : { resumeAfter: token };
    stream = links.watch([], { fullDocument: 'updateLookup', maxAwaitTimeMS: AWAIT_MS, ...start });
    let isCaughtUp = false;
    const catchUp = async (): Promise<void> => {
      await options.onCaughtUp();
      isCaughtUp = true;
      isFollowing = true;
    };
    let marker: mongo.ObjectId | undefined;
    if (mustRead) {
      await exclusively(() => readAll(links, options));
      await catchUp();
    } else marker = await leaveMarker(links);
    let change = await stream.tryNext();
    while (!isStopped) {
      if (change?.operationType === 'invalidate' || change?.operationType === 'drop') throw new FeedLost();
      await take(change);
      if (!isCaughtUp && change?.operationType === 'insert' && marker?.equals(change.documentKey._id))
        await catchUp();
      const asked = performance.now();
      change = await stream.tryNext();
      if (change === null && performance.now() - asked < IDLE_MS) await Bun.sleep(IDLE_MS);
    }
  };

  const applySafely = (change: LinkChange): void => {
    try {
      apply(change);
    } catch (error) {
      log.error(
        { error, key: 'documentKey' in change ? change.documentKey : undefined },
        'a link cannot be served',
      );
    }
    if (ownChanges?.isWaiting()) tellAuthor(ownChanges, change);
  };

  const finished = (async () => {
    while (!isStopped) {
      try {
        await follow();
      } catch (error) {
        if (isStopped) break;
        const reason = { error: error instanceof Error ? error.message : String(error) };
        if (isLost(error)) {
          token = undefined;
          log.info(
            reason,
            'changes of links since the last start are not kept any more: all links are read again',
          );
        }
        // While the store is away that is known, and told by whoever opened it.
        else log[options.isStoreUp() ? 'warn' : 'debug'](reason, 'the feed of links broke off');
      }
      isFollowing = false;
      await stream
        ?.close()
        .catch((error: unknown) => log.debug({ error }, 'a broken feed could not be closed'));
      if (!isStopped) await Bun.sleep(RETRY_MS);
    }
  })();

  return {
    isFollowing: () => isFollowing,
    pause: (work) =>
      exclusively(() =>
        work(
          token === undefined ? '' : Buffer.from(BSON.serialize(token as mongo.Document)).toString('base64'),
        ),
      ),
    close: async () => {
      isStopped = true;
      await stream?.close().catch((error: unknown) => log.debug({ error }, 'the feed could not be closed'));
      await finished;
    },
  };
}

function tellAuthor(ownChanges: OwnChanges, change: LinkChange): void {
  if (change.operationType === 'delete') ownChanges.applied(removalKey(change.documentKey._id.toHexString()));
  else if ('fullDocument' in change && change.fullDocument?.r !== undefined)
    ownChanges.applied(change.fullDocument.r.toHexString());
}

/** The store's own time of now, in the form that its change feed can start at. */
async function presentTime(database: mongo.Db): Promise<mongo.Timestamp> {
  const session = database.client.startSession();
  try {
    await database.command({ ping: 1 }, { session });
    if (session.operationTime === undefined)
      throw new Error('the store is no replica set: it tells no operation time');
    return session.operationTime;
  } finally {
    await session.endSession();
  }
}

/**
 * A marker's key is not `host/code`: no look-up ever meets it. A process that goes on from a snapshot leaves one and has
 * caught up when it comes back through the feed; an empty read of the feed does not say so.
 */
const MARKER = 'marker:';
const AFTER_MARKERS = 'marker;';
const MARKER_MS = 60 * 60 * 1000;

function isMarker(key: string): boolean {
  return key.startsWith(MARKER);
}

/** Writes a marker and takes it away again, with those that killed processes have left an hour ago or earlier. */
async function leaveMarker(links: mongo.Collection<LinkDocument>): Promise<mongo.ObjectId> {
  const _id = new ObjectId();
  await links.insertOne({ _id, k: `${MARKER}${_id.toHexString()}`, v: new Binary(Buffer.alloc(0)) });
  const old = ObjectId.createFromTime(Math.floor((_id.getTimestamp().getTime() - MARKER_MS) / 1000));
  await links.deleteMany({ k: { $gte: MARKER, $lt: AFTER_MARKERS }, $or: [{ _id }, { _id: { $lt: old } }] });
  return _id;
}

/** The collection that the feed followed is gone. */
class FeedLost extends Error {
  override readonly name = 'FeedLost';
}

/** MongoDB: InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const LOST_CODES: ReadonlySet<unknown> = new Set([260, 280, 286]);

function isLost(error: unknown): boolean {
  return error instanceof FeedLost || LOST_CODES.has((error as { code?: unknown }).code);
}

/** Reads every link, then drops those of the index that were not among them. */
async function readAll(links: mongo.Collection<LinkDocument>, options: LinkFeedOptions): Promise<void> {
  const { index, log, ownChanges } = options;
  const seen = new Set<number>();
  const isFresh = index.size === 0;
  const cursor = links.find({}, { raw: true, batchSize: SCAN_BATCH });
  try {
    while (await cursor.hasNext()) {
      for (const bytes of cursor.readBufferedDocuments() as unknown as Uint8Array[]) {
        const link = readStoredLink(bytes);
        if (link !== undefined && isMarker(link.code)) continue;
        if (link === undefined) {
          log.error({ bytes: bytes.length }, 'a stored link cannot be read');
          continue;
        }
        try {
          const ordinal = index.put(link);
          if (!isFresh) seen.add(ordinal);
          if (link.contents !== undefined) options.onContents(link.contents.split(' '));
        } catch (error) {
          log.error({ error, code: link.code }, 'a link cannot be served');
        }
        if (ownChanges?.isWaiting() && link.revision !== undefined)
          ownChanges.applied(Buffer.from(link.revision).toString('hex'));
      }
    }
  } finally {
    await cursor.close();
  }
  if (!isFresh) index.keepOnly(seen);
}
