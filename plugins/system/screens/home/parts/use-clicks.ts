import { ApiError, useClient } from '@waypost/host-sdk';
import { useEffect, useMemo } from 'react';
import { homeClickCall } from '../calls.ts';
import { createClickQueue } from './click-queue.ts';

const draw = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();
/** Statuses after which the same click may still be counted: no answer, no login, too many, the store away. */
const isForNow = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Counts that somebody has followed a slide; what could not be told is told by the next page that shows slides. */
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
  useEffect(() => void queue.flush(), [queue]);
  return queue.add;
}
