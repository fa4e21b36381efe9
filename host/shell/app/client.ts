import { QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  clientStore,
  createClient,
  dictionary,
  forgetKeptWork,
  GUEST,
  isSessionHeld,
  makeWords,
  sessionAtom,
  suspendSession,
  tokenOf,
  userAtom,
} from '@waypost/host-sdk';
import { menuAtom } from '../menu/menu.ts';
import { askPassword } from './ask-password.ts';
import { noteOutcome } from './health.ts';
import { isReading } from './reading.ts';
import { askSecondFactor } from './second-factor.ts';
import { endSession, forgetOpenPassword, refusedAtom } from './sign-out.ts';

/** Tries after the first one, for failures that pass by themselves. */
const RETRIES = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < RETRIES && error instanceof ApiError && error.isPassing,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      staleTime: 5_000,
    },
    mutations: { retry: false },
  },
});

/** Whose each token of this page was: what one person sent is never sent again for another. */
const owners = new Map<string, string>();

export const client = createClient({
  token: () => (isSessionHeld() ? nextToken() : clientStore.get(sessionAtom)?.token),
  locale: () => dictionary.language,
  onRefused: (token, error, call) => {
    if (token === undefined) {
      if (!isReading(call)) clientStore.set(refusedAtom, true);
      return undefined;
    }
    const isCurrent = clientStore.get(sessionAtom)?.token === token;
    if (error.status !== 401) {
      if (isCurrent) endSession();
      return undefined;
    }
    // An answer to an older token must not end a session that began since.
    if (isCurrent) {
      forgetOpenPassword();
      suspendSession();
    }
    return tokenOf(owners.get(token));
  },
  onSecondFactor: askSecondFactor,
  onPassword: askPassword,
  onOutcome: noteOutcome,
});

/** @throws ApiError when the person leaves instead of going on: what waited was theirs */
async function nextToken(): Promise<string> {
  const token = await tokenOf(clientStore.get(userAtom)?.id);
  if (token !== undefined) return token;
  const message = makeWords(dictionary)('session.ended.title');
  throw new ApiError({ code: 'unauthenticated', status: 401, message });
}

function noteOwner(): void {
  const session = clientStore.get(sessionAtom);
  if (session) owners.set(session.token, session.user.id);
}
noteOwner();
clientStore.sub(sessionAtom, noteOwner);

// What somebody without an account has typed is there after a reload, but not for whoever comes to the page after them.
const arrival = performance.getEntriesByType('navigation')[0];
if (!(arrival instanceof PerformanceNavigationTiming && arrival.type === 'reload'))
  forgetKeptWork({ account: GUEST });

/** Whoever leaves, in whichever tab, leaves nothing behind in this one. */
clientStore.sub(userAtom, () => {
  if (clientStore.get(userAtom) !== undefined) return;
  clientStore.set(menuAtom, undefined);
  queries.clear();
  forgetKeptWork();
});
