import type { Disposer, Logger } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { FeedChange } from './feed-audience.ts';
import { isFeedRefused } from './feed-failure.ts';
import { feedsOf } from './feed-watch.ts';
import { sharedFeedOf } from './shared-feed.ts';
import { askedBy } from './tell-who-asks.ts';

const RETRY_MS = 500;
/** More that wait are one look at everything. */
const MOST_WAITING = 1_000;

/** What one change of the feed was about. */
export interface Change {
  /** Id of the document, as text. */
  id: string;
  /** MongoDB's `operationType`. */
  operation: string;
}

/**
 * Calls `onChange` after every change of a collection, by any process, and (without a change) each time the feed is
 * opened where some may have been missed before. Goes on through outages of the store, and again where `onChange` fails.
 */
export function followChanges(options: {
  connection: Connection;
  collection: string;
  log: Logger;
  onChange: (change?: Change) => void | Promise<void>;
}): Disposer {
  const { connection, collection, log } = options;
  const feed = feedsOf(connection).begin();
  let isStopped = false;
  let isOpen = false;
  let waiting: (Change | undefined)[] = [];
  let telling: Promise<void> | undefined;
  let leave: (() => Promise<void>) | undefined;

  const tellAll = async (): Promise<void> => {
    while (waiting.length > 0 && !isStopped) {
      const [change] = waiting.splice(0, 1);
      try {
        await options.onChange(change);
        if (isOpen && !waiting.includes(undefined)) feed.follows();
      } catch (error) {
        log.debug({ collection, error }, 'a change could not be taken in; all is looked at again');
        feed.lost();
        waiting = [undefined];
        await Bun.sleep(RETRY_MS);
      }
    }
    telling = undefined;
  };
  const tell = (change?: Change): void => {
    if (waiting.length >= MOST_WAITING) waiting = [];
    if (waiting.length === 0 || change !== undefined || waiting.at(-1) !== undefined) waiting.push(change);
    telling ??= askedBy(`feed ${collection}`, tellAll);
  };

  // Before it is opened as well, so that nothing old waits where it is not.
  const begun = (async () => {
    while (connection.db === undefined && !isStopped) await Bun.sleep(RETRY_MS);
    if (isStopped || connection.db === undefined) return;
    tell();
    leave = sharedFeedOf(connection.db).follow(collection, {
      opened: ({ isGapless }) => {
        isOpen = true;
        if (!isGapless) tell();
        else if (telling === undefined) feed.follows();
      },
      change: (change) => tell(describe(change)),
      lost: (error) => {
        isOpen = false;
        feed.lost();
        // A store that opens no feed can still be read.
        if (isFeedRefused(error)) tell();
      },
    });
  })();

  return async () => {
    isStopped = true;
    await begun;
    await leave?.();
    await telling;
    feed.end();
  };
}

function describe(change: FeedChange): Change | undefined {
  return 'documentKey' in change
    ? { id: String(change.documentKey._id), operation: change.operationType }
    : undefined;
}
