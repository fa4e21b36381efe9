import { ApiError, newKey, useClient } from '@waypost/host-sdk';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { homeClickCall } from '../calls.ts';
import { createClickQueue } from './click-queue.ts';

/** Statuses after which the same click may still be counted: no answer, no login, too many, the store away. */
const isForNow = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Between two times at which a page with slides tells what waits, milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Counts that somebody has followed a slide. What could not be told is told again for as long as it waits, by this page or
 * the next one that shows slides. Once for each page: all its slides share one queue.
 */
export function useClicks(): (id: string) => Promise<void> {
  const client = useClient();
  const queue = useMemo(
    () =>
      createClickQueue({
        storage: window.sessionStorage,
        draw: newKey,
        send: (click) =>
          client.call(homeClickCall, click).then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof ApiError)) throw error;
              return !isForNow(error);
            },
          ),
      }),
    [client],
  );
  const [isWaiting, setWaiting] = useState(false);
  const flush = useCallback(async () => setWaiting(await queue.flush()), [queue]);
  useEffect(() => void flush(), [flush]);
  useEffect(() => {
    if (!isWaiting) return;
    const again = setInterval(() => void flush(), AGAIN_MS);
    return () => clearInterval(again);
  }, [isWaiting, flush]);
  return useCallback(async (id) => setWaiting(await queue.add(id)), [queue]);
}
