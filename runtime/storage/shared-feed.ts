import mongoose, { type mongo } from 'mongoose';
import { readIdentity } from './database-identity.ts';
import { createFeedAudience, type FeedChange, type FeedFollower } from './feed-audience.ts';
import { isFeedLost, isFeedRefused } from './feed-failure.ts';
import { askedBy } from './tell-who-asks.ts';

/** Pause before a feed that broke off is opened again, milliseconds: a store that is away is waited for by the driver itself. */
const RETRY_MS = 100;
/** The same where the store itself has refused it. */
const REFUSED_RETRY_MS = 500;
/** How long the store may hold an empty read of the feed back. */
const AWAIT_MS = 1_000;
/** Pause after an empty read that the store did not hold back. */
const IDLE_MS = 20;
/** Who comes together is taken into the feed together: a process begins with a dozen. */
const GATHER_MS = 20;
/** After one more try: a place in a feed that the store does not understand is refused for ever, by whatever code. */
const MOST_REFUSALS = 1;

/** The feed of changes of one database, of which a process has one. */
export interface SharedFeed {
  /** @returns how to leave it; resolves when nothing is under way any more */
  follow(collection: string, follower: FeedFollower): () => Promise<void>;
}

const feeds = new WeakMap<mongo.MongoClient, Map<string, SharedFeed>>();

/** The feed of a database, one for each client: each change stream is a cursor that reads the store's whole log. */
export function sharedFeedOf(database: mongo.Db): SharedFeed {
  const known = feeds.get(database.client) ?? new Map<string, SharedFeed>();
  feeds.set(database.client, known);
  const feed = known.get(database.databaseName) ?? createSharedFeed(database);
  known.set(database.databaseName, feed);
  return feed;
}

function createSharedFeed(database: mongo.Db): SharedFeed {
  const audience = createFeedAudience();
  /** Those that the feed is asked for; none leaves: a place that was one of theirs would be none any more. */
  const names = new Set<string>();
  let stream: mongo.ChangeStream | undefined;
  let isOpen = false;
  let isChanging = false;
  let token: mongo.ResumeToken | undefined;
  /** Whether `token` is no change of any collection but a time. */
  let isTime = false;
  let identity: string | undefined;
  let refusals = 0;
  let running: Promise<void> | undefined;

  const giveUpPlace = (): void => {
    token = undefined;
    audience.hasMissed();
  };
  /** It may have been cut off already. */
  const close = () => stream?.close().catch(() => undefined);
  const openingNow = () => ({ database: identity ?? '', place: isTime ? token : undefined });
  const open = async (): Promise<void> => {
    isChanging = false;
    const { id } = await readIdentity(database);
    if (identity !== id || token === undefined) giveUpPlace();
    identity = id;
    const asked = new Set(names);
    const opening = watchFrom(database, asked, token);
    stream = opening;
    const opened = (): void => {
      if (isOpen || stream !== opening) return;
      isOpen = true;
      isTime ||= token === undefined;
      token ??= opening.resumeToken;
      audience.opened(asked, openingNow());
      if (names.size > asked.size) change();
    };
    // It opens with the first read, which then waits for a change: until then nobody knows whether the store lets it begin there.
    opening.once('resumeTokenChanged', opened);
    if (audience.isEmpty()) return;
    let come = await opening.tryNext();
    opened();
    for (;;) {
      await pass(come, opening.resumeToken);
      refusals = 0;
      if (isChanging || audience.isEmpty()) return;
      come = await nextOf(opening);
    }
  };
  const pass = async (change: FeedChange | null, reached: mongo.ResumeToken): Promise<void> => {
    if (change === null) {
      // Where nothing has come the store's place is a time, unless it is the last change itself.
      isTime = isTime || !isSamePlace(reached, token);
      token = reached ?? token;
      if (isTime) await audience.reached(reached);
      return;
    }
    // The database itself is gone.
    if (change.operationType === 'invalidate') throw new FeedEnded();
    await audience.change(change);
    token = change._id;
    isTime = false;
  };

  const run = async (): Promise<void> => {
    while (!audience.isEmpty()) {
      let pause = 0;
      try {
        await open();
      } catch (error) {
        // One that was closed to be another one has not failed.
        if (!isChanging && !audience.isEmpty()) pause = failed(error);
      }
      isOpen = false;
      audience.closed();
      await close();
      stream = undefined;
      if (pause > 0) await Bun.sleep(pause);
    }
    giveUpPlace();
    names.clear();
    running = undefined;
  };
  /** @returns how long it is left alone, milliseconds */
  const failed = (error: unknown): number => {
    const isRefused = isFeedRefused(error);
    if (isRefused) refusals += 1;
    if (error instanceof FeedEnded || isFeedLost(error) || refusals > MOST_REFUSALS) giveUpPlace();
    audience.lost(error);
    return isRefused ? REFUSED_RETRY_MS : RETRY_MS;
  };
  /** Opens it for more collections, from where it stands. */
  const change = (): void => {
    if (!isOpen || isChanging) return;
    isChanging = true;
    setTimeout(() => {
      if (isChanging) void close();
    }, GATHER_MS);
  };

  return {
    follow(collection, follower) {
      const entry = audience.add(collection, follower);
      const isKnown = names.has(collection);
      names.add(collection);
      if (isKnown && isOpen && !isChanging) entry.opened(openingNow());
      else change();
      // Whoever has it opened, such as a call that switches a plugin, does not ask for what follows.
      running ??= askedBy('feed', run);
      return async () => {
        const told = entry.leave();
        if (audience.isEmpty()) {
          await close();
          await running;
        }
        await told;
      };
    },
  };
}

function watchFrom(
  database: mongo.Db,
  collections: ReadonlySet<string>,
  place: mongo.ResumeToken | undefined,
) {
  return database.watch([{ $match: { 'ns.coll': { $in: [...collections] } } }], {
    maxAwaitTimeMS: AWAIT_MS,
    ...(place === undefined ? {} : { resumeAfter: place }),
  });
}

async function nextOf(stream: mongo.ChangeStream): Promise<FeedChange | null> {
  const asked = performance.now();
  const change = await stream.tryNext();
  if (change === null && performance.now() - asked < IDLE_MS) await Bun.sleep(IDLE_MS);
  return change;
}

/** The database that was followed is gone. */
class FeedEnded extends Error {
  override readonly name = 'FeedEnded';
}

const { BSON } = mongoose.mongo;
function isSamePlace(one: mongo.ResumeToken, other: mongo.ResumeToken): boolean {
  if (!one || !other) return one === other;
  return Buffer.from(BSON.serialize(one)).equals(Buffer.from(BSON.serialize(other)));
}
