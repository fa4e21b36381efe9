import { QueryClient } from '@tanstack/react-query';
import { ApiError, clientStore, createClient, dictionary, sessionAtom } from '@waypost/host-sdk';
import { noteOutcome } from './health.ts';
import { isReading } from './lost-session.ts';
import { endSession, loseSession } from './sign-out.ts';

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

export const client = createClient({
  token: () => clientStore.get(sessionAtom)?.token,
  locale: () => dictionary.language,
  // An answer to an older token must not end a session that began since.
  onRefused: (token, error, call) => {
    if (clientStore.get(sessionAtom)?.token !== token) return;
    if (error.status === 401 && !isReading(call)) loseSession();
    else endSession(queries);
  },
  onOutcome: noteOutcome,
});
