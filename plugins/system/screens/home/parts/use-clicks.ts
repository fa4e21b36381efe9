import { ApiError, useClient } from '@waypost/host-sdk';
import { useEffect, useMemo } from 'react';
import { homeClickCall } from '../calls.ts';
import { createClickQueue } from './click-queue.ts';

const draw = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();
/** Statuses after which the same click may still be counted: no answer, no login, too many, the store away. */
const isForNow = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Between two times at which a page with slides tells what waits, milliseconds. */
const AGAIN_MS = 5_000;

/** Counts that somebody has followed a slide; what could not be told is told by pages that show slides, again and again. */
export function useClicks(): (id: string) => Promise<void> {
  const client = useClient();
  const queue = useMemo(
    () =>
      createClickQueue({
        storage: window.sessionStorage,
        draw,
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
  useEffect(() => {
    void queue.flush();
    const again = setInterval(() => void queue.flush(), AGAIN_MS);
    return () => clearInterval(again);
  }, [queue]);
  return queue.add;
}
