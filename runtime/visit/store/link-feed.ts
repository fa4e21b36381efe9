import type { Logger } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { isFeedLost, isFeedRefused, sharedFeedOf, type WatchedFeed } from '../../storage/index.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { readStoredLink, splitKey } from '../links/read-stored-link.ts';
import type { FeedPlace } from '../links/snapshot.ts';
import { type LinkDocument, visitCollections } from './collections.ts';
import { type OwnChanges, removalKey } from './own-changes.ts';

const { Binary, BSON, ObjectId } = mongoose.mongo;
const SCAN_BATCH = 10_000;
/** After one more try: a place in a feed that the store does not understand is refused for ever, by whatever code. */
const MOST_REFUSALS = 1;
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
  /** Where a snapshot left off. */
  place: FeedPlace;
  /** Where it is told whether changes are followed. */
  watched?: WatchedFeed | undefined;
  /** Names of what a link shows: said of each link that shows something, when it is read. */
  onContents(ids: readonly string[]): void;
  /** The index agrees with the store: called after the first catch-up and after every full read. */
  onCaughtUp(): Promise<void>;
}

export interface LinkFeed {
  /** Whether changes are being followed now. */
  isFollowing(): boolean;
  /** Runs `work` while no change is applied, with where the feed stands. */
  pause<T>(work: (place: FeedPlace) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type LinkChange = mongo.ChangeStreamDocument<LinkDocument>;

/**
 * Keeps the index equal to `visit_links`: reads all of it once (or goes on from a snapshot), then follows the feed that this
 * process has of the database, through outages of the store. When the feed has lost its place it goes on from its own, by a feed of
 * links alone until it has caught up; when that is lost, too, everything is read again, and links that are no longer there are dropped.
 */
export function followLinks(options: LinkFeedOptions): LinkFeed {
  const { log, place, watched } = options;
  const { links } = visitCollections(options.database);
  let token: mongo.ResumeToken | undefined =
    place.resumeToken === '' ? undefined : BSON.deserialize(Buffer.from(place.resumeToken, 'base64'));
  /** Of which database the links are; empty when not known. */
  let database = place.database;
  let isStopped = false;
  let isOpen = false;
  let isCaughtUp = false;
  let refusals = 0;
  let round = 0;
  let syncing: Promise<void> = Promise.resolve();
  let stream: mongo.ChangeStream<LinkDocument> | undefined;

  const exclusively = inTurn();
  const tellFollowing = (): void => {
    if (isOpen && isCaughtUp) watched?.follows();
  };
  const alone = oneAtATime(async () => {
    await exclusively(() => readAll(links, options));
    await options.onCaughtUp();
  }, log);

  /** Brings the index up to where the feed has been opened, however often that has to be tried. */
  const sync = (openedAt?: mongo.ResumeToken): void => {
    round += 1;
    const own = round;
    const isMine = () => !isStopped && own === round;
    gate.begin();
    isCaughtUp = false;
    syncing = syncing.then(async () => {
      for (let refused = 0; isMine(); await Bun.sleep(RETRY_MS)) {
        try {
          gate.hold();
          let left: mongo.ObjectId | undefined;
          if (token === undefined) {
            await exclusively(() => readAll(links, options));
            if (!isMine()) return;
            token = openedAt;
          } else {
            left = await goOn(token);
            if (!isMine()) return;
          }
          await exclusively(() => gate.open(left));
          await options.onCaughtUp();
          isCaughtUp = own === round;
          return tellFollowing();
        } catch (error) {
          if (isFeedRefused(error)) refused += 1;
          if (isStopped) return;
          if (isPlaceLost(error, refused, options)) token = undefined;
        }
      }
    });
  };
  const goOn = (from: mongo.ResumeToken): Promise<mongo.ObjectId> =>
    catchUp(links, from, {
      opened(own) {
        stream = own;
      },
      isStopped: () => isStopped,
      take: (change, at) =>
        exclusively(() => {
          if (change !== null) applySafely(change, options);
          token = at ?? token;
        }),
      log,
    });
  const gate = createGate((change) => {
    if (isGone(change)) token = undefined;
    // Links are replaced. What somebody changes past the product is looked up by going on from here.
    if (isGone(change) || change.operationType === 'update') return sync();
    applySafely(change, options);
    token = change._id;
  });
  const leave = sharedFeedOf(options.database).follow(links.collectionName, {
    opened({ database: id, isGapless, place: at }) {
      isOpen = true;
      refusals = 0;
      if (isGapless) return tellFollowing();
      if (isOther(database, id, log)) token = undefined;
      database = id;
      sync(at);
    },
    change: (change) => exclusively(() => gate.pass(change as LinkChange)),
    reached: (at) =>
      exclusively(() => {
        if (!gate.isShut()) token = at;
      }),
    lost(error) {
      isOpen = false;
      watched?.lost();
      if (!isFeedRefused(error)) return;
      refusals += 1;
      // A store that opens no feed can still be read.
      if (refusals > MOST_REFUSALS) alone.begin();
    },
  });

  return {
    isFollowing: () => isOpen && isCaughtUp,
    pause: (work) =>
      exclusively(() => work({ resumeToken: token === undefined ? '' : textOf(token), database })),
    close: async () => {
      isStopped = true;
      await closed(stream, log);
      await leave();
      await syncing;
      await alone.ended();
      watched?.end();
    },
  };
}

/** Work of which each begins when the one before has ended. */
function inTurn(): <T>(work: () => Promise<T> | T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  };
}

/** Work that is under way once at most. */
function oneAtATime(work: () => Promise<void>, log: Logger) {
  let running: Promise<void> | undefined;
  return {
    begin(): void {
      running ??= work()
        .catch((error: unknown) => log.debug({ error }, 'links could not be read'))
        .finally(() => {
          running = undefined;
        });
    },
    ended: async () => running,
  };
}

/** Holds changes back while the index is brought up to where they begin, and passes over those that it has already. */
function createGate(take: (change: LinkChange) => void) {
  let held: LinkChange[] | undefined = [];
  let marker: mongo.ObjectId | undefined;
  const pass = (change: LinkChange): void => {
    if (held !== undefined) held.push(change);
    else if (marker === undefined) take(change);
    else if (isMarkerOf(change, marker)) marker = undefined;
  };
  return {
    pass,
    isShut: () => held !== undefined || marker !== undefined,
    /** Holds them back from here; what was held before is from before a gap. */
    begin(): void {
      held = [];
      marker = undefined;
    },
    hold(): void {
      held ??= [];
      marker = undefined;
    },
    /** Everything up to a marker, where one is given, is in the index already. */
    open(left: mongo.ObjectId | undefined): void {
      const changes = held ?? [];
      held = undefined;
      marker = left;
      for (const change of changes) pass(change);
    },
  };
}

/** Whether an index cannot go on from its place; says why. */
function isPlaceLost(error: unknown, refused: number, { isStoreUp, log }: LinkFeedOptions): boolean {
  const reason = { error: error instanceof Error ? error.message : String(error) };
  if (isFeedLost(error) || error instanceof LinksGone || refused > MOST_REFUSALS) {
    log.info(reason, 'changes of links since the last start are not kept any more: all links are read again');
    return true;
  }
  // While the store is away that is known, and told by whoever opened it.
  log[isStoreUp() ? 'warn' : 'debug'](reason, 'the feed of links broke off');
  return false;
}

/** Goes on from a place by a feed of links alone. @returns the marker that it has come to; it is in the shared feed as well */
async function catchUp(
  links: mongo.Collection<LinkDocument>,
  from: mongo.ResumeToken,
  by: {
    opened(stream: mongo.ChangeStream<LinkDocument>): void;
    isStopped(): boolean;
    /** Applies what has come, or notes how far the feed is when nothing has. */
    take(change: LinkChange | null, at: mongo.ResumeToken | undefined): Promise<void>;
    log: Logger;
  },
): Promise<mongo.ObjectId> {
  const stream = links.watch([], {
    fullDocument: 'updateLookup',
    maxAwaitTimeMS: AWAIT_MS,
    resumeAfter: from,
  });
  by.opened(stream);
  try {
    const left = await leaveMarker(links);
    while (!by.isStopped()) {
      const asked = performance.now();
      const change = await stream.tryNext();
      if (change !== null && isGone(change)) throw new LinksGone();
      await by.take(change, change?._id ?? stream.resumeToken);
      if (change !== null && isMarkerOf(change, left)) return left;
      if (change === null && performance.now() - asked < IDLE_MS) await Bun.sleep(IDLE_MS);
    }
    throw new Error('nobody follows links any more');
  } finally {
    await closed(stream, by.log);
  }
}

function applySafely(change: LinkChange, options: LinkFeedOptions): void {
  const { log, ownChanges } = options;
  try {
    apply(change, options);
  } catch (error) {
    log.error(
      { error, key: 'documentKey' in change ? change.documentKey : undefined },
      'a link cannot be served',
    );
  }
  if (ownChanges?.isWaiting()) tellAuthor(ownChanges, change);
}

/** The collection is another one from then on. */
const isGone = ({ operationType }: LinkChange): boolean =>
  operationType === 'drop' || operationType === 'rename' || operationType === 'invalidate';

const isMarkerOf = (change: LinkChange, marker: mongo.ObjectId): boolean =>
  change.operationType === 'insert' && marker.equals(change.documentKey._id);

const closed = (stream: mongo.ChangeStream<LinkDocument> | undefined, log: Logger) =>
  stream?.close().catch((error: unknown) => log.debug({ error }, 'the feed could not be closed'));

const textOf = (token: mongo.ResumeToken): string =>
  Buffer.from(BSON.serialize(token as mongo.Document)).toString('base64');

/** Whether a place in the feed of the one database means nothing in the other; it may even be taken for one of its own. */
function isOther(before: string, id: string, log: Logger): boolean {
  if (before === '' || before === id) return false;
  log.warn({ database: id, before }, 'this is another database than before: all links are read again');
  return true;
}

function apply(change: LinkChange, { index, onContents }: LinkFeedOptions): void {
  if (change.operationType === 'delete') index.removeById(change.documentKey._id.id);
  else if ('fullDocument' in change && change.fullDocument !== undefined && change.fullDocument !== null) {
    const { _id, k, v, c } = change.fullDocument as LinkDocument;
    if (isMarker(k)) return;
    if (c !== undefined) onContents(c.split(' '));
    index.put({ id: _id.id, ...splitKey(k), compiled: v.buffer.subarray(0, v.position) });
  }
}

function tellAuthor(ownChanges: OwnChanges, change: LinkChange): void {
  if (change.operationType === 'delete') ownChanges.applied(removalKey(change.documentKey._id.toHexString()));
  else if ('fullDocument' in change && change.fullDocument?.r !== undefined)
    ownChanges.applied(change.fullDocument.r.toHexString());
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
class LinksGone extends Error {
  override readonly name = 'LinksGone';
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
