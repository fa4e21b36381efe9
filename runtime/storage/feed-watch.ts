import type { Connection } from 'mongoose';

/** One feed of changes, as whoever follows it says how it does. */
export interface WatchedFeed {
  /** Changes are being followed. */
  follows(): void;
  /** It broke off, and is opened again. */
  lost(): void;
  /** Nobody follows it any more. */
  end(): void;
}

/** The feeds that one process follows. */
export interface FeedWatch {
  begin(): WatchedFeed;
  /** The store is reached from now on, or not. */
  storeIs(isUp: boolean): void;
  /** For how long the worst of them has not been followed, milliseconds; 0 while the store is away, which is told otherwise. */
  away(): number;
}

export function createFeedWatch(now: () => number): FeedWatch {
  /** Since when each has not been followed; undefined: it is. */
  const feeds = new Map<object, number | undefined>();
  let upSince: number | undefined;
  return {
    begin() {
      const key = {};
      feeds.set(key, now());
      return {
        follows: () => void (feeds.has(key) && feeds.set(key, undefined)),
        lost: () => void (feeds.has(key) && feeds.set(key, feeds.get(key) ?? now())),
        end: () => void feeds.delete(key),
      };
    },
    storeIs(isUp) {
      upSince = isUp ? now() : undefined;
    },
    away() {
      if (upSince === undefined) return 0;
      const reached = upSince;
      return Math.max(
        0,
        ...[...feeds.values()].flatMap((since) =>
          since === undefined ? [] : now() - Math.max(since, reached),
        ),
      );
    },
  };
}

const watches = new WeakMap<Connection, FeedWatch>();

/** The feeds that are followed over a connection. */
export function feedsOf(connection: Connection): FeedWatch {
  const known = watches.get(connection);
  if (known !== undefined) return known;
  const made = createFeedWatch(() => performance.now());
  watches.set(connection, made);
  return made;
}
