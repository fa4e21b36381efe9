import { useCallback } from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useWords } from './context.tsx';
import type { WordsFunction } from './words.ts';

/** The sentence for a failure: the server's own, already in the user's language, or ours when no answer came. */
export function errorText(error: unknown, words: WordsFunction): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  const own = `failure.${String(code)}`;
  if (words.has(own)) return words(own);
  if (error instanceof ApiError && error.message !== '') return error.message;
  return words('failure.unknown');
}

/**
 * The same where no form shows what is wrong with which field: the first fault says more than "some fields are not right".
 */
export function useFaultText(): (error: unknown) => string {
  const words = useWords();
  return useCallback(
    (error: unknown) =>
      (error instanceof ApiError ? error.issues[0]?.message : undefined) ?? errorText(error, words),
    [words],
  );
}

export function useErrorText(): (error: unknown) => string {
  const words = useWords();
  return useCallback((error: unknown) => errorText(error, words), [words]);
}
