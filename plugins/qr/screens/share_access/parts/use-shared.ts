import { ApiError, useClient } from '@waypost/host-sdk';
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { shareAccessCall } from '../calls.ts';
import { type FollowOptions, followShared, type SharedState } from './follow-shared.ts';
import { createKeptTokens, type TabStorage } from './kept-tokens.ts';
import { type Credentials, createShareAddress } from './share-address.ts';

const NOTHING_YET: SharedState = { statistics: undefined, failure: undefined };
const REFUSED: SharedState = { statistics: undefined, failure: 'refused' };
const LOCKED = 'qr.share_locked';

/** Outside of the component, which may be rendered more than once before it is shown. */
const address = createShareAddress(location, history);
const tokens = createKeptTokens(tabStorage());

export interface Shared {
  state: SharedState;
  /** Share name of the address; empty when it has none. */
  name: string;
  /** Whether anything was tried that may have been wrong; false: nothing was given. */
  isTried: boolean;
  /** Opens the page with what somebody typed. */
  open(given: Credentials): void;
}

/** The statistics of the share that the address names, for as long as the page is open. */
export function useShared(): Shared {
  const client = useClient();
  const given = useSyncExternalStore(followAddress, address.read);
  const name = useSyncExternalStore(followAddress, address.name);
  const [, look] = useReducer((count: number) => count + 1, 0);
  const [shown, setShown] = useState({ given, name, isTried: false, state: NOTHING_YET });
  useEffect(() => {
    const token = given ? undefined : tokens.read(name);
    const opening = given ?? (token === undefined ? undefined : { token });
    const show = (state: SharedState) => setShown({ given, name, isTried: opening !== undefined, state });
    if (opening === undefined) {
      show(REFUSED);
      return;
    }
    const page = new AbortController();
    void followShared(opening, page.signal, {
      ask: (body, signal) => client.call(shareAccessCall, body, { signal }),
      show,
      keep: (next) => tokens.write(name, next),
      passesAfter,
      pause,
    });
    return () => page.abort();
  }, [client, given, name]);
  const isShown = shown.given === given && shown.name === name;
  return {
    state: isShown ? shown.state : NOTHING_YET,
    name,
    isTried: isShown && shown.isTried,
    open(typed) {
      address.take(typed);
      look();
    },
  };
}

function followAddress(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** A browser that keeps nothing for a page throws as soon as it is asked: the page works then, until it is reloaded. */
function tabStorage(): TabStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** An answer that is none of ours is that of something in between, which passes, too. */
function passesAfter(error: unknown): ReturnType<FollowOptions['passesAfter']> {
  if (!(error instanceof ApiError) || !(error.isPassing || error.code === 'bad_answer')) return undefined;
  return { failure: error.code === LOCKED ? 'locked' : 'passing', seconds: error.retryAfter ?? 0 };
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
