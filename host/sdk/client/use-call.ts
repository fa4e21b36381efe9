import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, CallDefinition, ResultOf } from '@waypost/contract';
import { useCallback, useState } from 'react';
import { notify } from '../parts/notify.ts';
import { useLanguage } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { ApiError } from './ApiError.ts';
import { useClient } from './context.tsx';

export interface UseCallOptions {
  /** Milliseconds between refreshes; paused while the tab is hidden. */
  refetchInterval?: number | undefined;
  enabled?: boolean | undefined;
  /** Milliseconds for which an answer that is there is good enough; default: it is shown, and asked for anew. */
  staleTime?: number | undefined;
}

/** Under which an answer is kept. */
export function callKey<C extends CallDefinition>(
  definition: C,
  body: BodyOf<C>,
  locale: string,
): readonly unknown[] {
  return [definition.area, definition.call, body, locale];
}

/**
 * Reads through a call and keeps the answer. The previous answer stays visible while a changed body loads.
 * @returns `data` (undefined until the first answer), `error` (an ApiError, or null), `isPending` (nothing was answered
 * yet) and `refetch()`; the type is TanStack Query's
 */
export function useCall<C extends CallDefinition>(
  definition: C,
  body: BodyOf<C>,
  options: UseCallOptions = {},
): UseQueryResult<ResultOf<C>, ApiError> {
  const client = useClient();
  const locale = useLanguage();
  return useQuery<ResultOf<C>, ApiError>({
    queryKey: callKey(definition, body, locale),
    queryFn: ({ signal }) => client.call(definition, body, { signal }),
    placeholderData: keepPreviousData,
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
  });
}

/** Keeps an answer that was had otherwise, by a form, as if `useCall` had asked: what shows it next need not ask again. */
export function useKeepAnswer<C extends CallDefinition>(
  definition: C,
): (body: BodyOf<C>, answer: ResultOf<C>) => void {
  const queries = useQueryClient();
  const locale = useLanguage();
  return useCallback(
    (body, answer) => void queries.setQueryData(callKey(definition, body, locale), answer),
    [queries, definition, locale],
  );
}

/** Asks anew for every answer of an area that is on the page, and forgets the rest. */
export function useReloadArea(area: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [area] }), [queries, area]);
}

export interface RunningAction<C> {
  /** @throws ApiError after the message was shown */
  run(body: BodyOf<C>): Promise<ResultOf<C>>;
  isRunning: boolean;
  error: ApiError | undefined;
}

/** Writes through a call. A failure is shown as a message unless `isSilent`. */
export function useAction<C extends CallDefinition>(
  definition: C,
  { isSilent = false }: { isSilent?: boolean } = {},
): RunningAction<C> {
  const client = useClient();
  const errorText = useErrorText();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = useCallback(
    async (body: BodyOf<C>) => {
      setRunning(true);
      setError(undefined);
      try {
        return await client.call(definition, body);
      } catch (fault) {
        if (fault instanceof ApiError) {
          setError(fault);
          if (!isSilent) notify.error(errorText(fault));
        }
        throw fault;
      } finally {
        setRunning(false);
      }
    },
    [client, definition, errorText, isSilent],
  );
  return { run, isRunning, error };
}
