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

export function useErrorText(): (error: unknown) => string {
  const words = useWords();
  return useCallback((error: unknown) => errorText(error, words), [words]);
}
