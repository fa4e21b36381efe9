import type { Disposer, Logger } from '@waypost/sdk';
import type { Connection, mongo } from 'mongoose';

const RETRY_MS = 500;

/** What one change of the feed was about. */
export interface Change {
  /** Id of the document, as text. */
  id: string;
  /** MongoDB's `operationType`. */
  operation: string;
}

/**
 * Calls `onChange` after every change of a collection, by any process, and (without a change) each time the feed is
 * (re)opened, because some may have been missed meanwhile. Goes on through outages of the store.
 */
export function followChanges(options: {
  connection: Connection;
  collection: string;
  log: Logger;
  onChange: (change?: Change) => void | Promise<void>;
}): Disposer {
  const { connection, collection, log } = options;
  let isStopped = false;
  let close: () => Promise<void> = async () => {};

  const finished = (async () => {
    while (!isStopped) {
      try {
        const stream = connection.collection(collection).watch();
        close = () => stream.close();
        // The feed opens with the first read, which may wait a second for a change: the state is looked at before it,
        // so that nothing old waits, and after it, so that nothing falls between.
        await options.onChange();
        const first = await stream.tryNext();
        await options.onChange(first === null ? undefined : describe(first));
        while (!isStopped) await options.onChange(describe(await stream.next()));
      } catch (error) {
        if (!isStopped) log.debug({ collection, error }, 'change feed broke off; it is opened again');
      }
      if (!isStopped) await Bun.sleep(RETRY_MS);
    }
  })();

  return async () => {
    isStopped = true;
    await close();
    await finished;
  };
}

function describe(change: mongo.ChangeStreamDocument): Change | undefined {
  return 'documentKey' in change
    ? { id: String(change.documentKey._id), operation: change.operationType }
    : undefined;
}
