import type { Disposer, Logger } from '@waypost/sdk';
import type { Connection } from 'mongoose';

const RETRY_MS = 500;

/** What one change of the feed was about. */
export interface Change {
  /** Id of the document, as text. */
  id: string;
  /** MongoDB's `operationType`. */
  operation: string;
}

/**
 * Calls `onChange` after every change of a collection, by any process, and once after each time the feed was (re)opened,
 * (without a change) because some may have been missed meanwhile. Goes on through outages of the store.
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
        const opened = Promise.withResolvers<void>();
        stream.once('init', () => opened.resolve());
        // The feed opens with the first read. Only then is the present state looked at, so that nothing falls between.
        let next = stream.next();
        next.then(() => opened.resolve(), opened.reject);
        await opened.promise;
        await options.onChange();
        while (!isStopped) {
          const change = await next;
          next = stream.next();
          await options.onChange(
            'documentKey' in change
              ? { id: String(change.documentKey._id), operation: change.operationType }
              : undefined,
          );
        }
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
