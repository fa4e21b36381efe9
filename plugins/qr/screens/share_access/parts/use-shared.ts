import { ApiError, useClient } from '@waypost/host-sdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { shareAccessCall } from '../calls.ts';
import { followShared, type SharedState } from './follow-shared.ts';
import { createShareAddress } from './share-address.ts';

const NOTHING_YET: SharedState = { statistics: undefined, failure: undefined };
const REFUSED: SharedState = { statistics: undefined, failure: 'refused' };

/** Outside of the component, which may be rendered more than once before it is shown. */
const address = createShareAddress(location, history);

/** The statistics of the share that the address names, for as long as the page is open. */
export function useShared(): SharedState {
  const client = useClient();
  const given = useSyncExternalStore(followAddress, address.read);
  const [shown, setShown] = useState({ given, state: NOTHING_YET });
  useEffect(() => {
    if (!given) return;
    const page = new AbortController();
    void followShared(given, page.signal, {
      ask: (body, signal) => client.call(shareAccessCall, body, { signal }),
      show: (state) => setShown({ given, state }),
      passesAfter,
      pause,
    });
    return () => page.abort();
  }, [client, given]);
  if (!given) return REFUSED;
  return shown.given === given ? shown.state : NOTHING_YET;
}

function followAddress(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** An answer that is none of ours is that of something in between, which passes, too. */
function passesAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.isPassing || error.code === 'bad_answer' ? (error.retryAfter ?? 0) : undefined;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
