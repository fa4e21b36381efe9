import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, CallDefinition, ResultOf } from '@waypost/contract';
import { useEffect } from 'react';
import type { ApiError } from '../client/ApiError.ts';
import { callKey, useCall } from '../client/use-call.ts';
import { useLanguage } from '../words/context.tsx';
import { useTopic } from './context.tsx';

export interface LiveCallOptions {
  /** Topic whose events are new answers of the call; undefined: only polling. */
  topic: string | undefined;
  /** Milliseconds between polls while the channel does not bring the answers. */
  pollMs: number;
  /** Neither events nor polls change the answer. */
  isPaused?: boolean | undefined;
}

/** While events come, polls only notice that the server cannot work any more. */
const CHECK_MS = 30_000;

/** `useCall` whose answer is replaced by each event of a topic. Without the channel it polls. */
export function useLiveCall<C extends CallDefinition>(
  definition: C,
  body: BodyOf<C>,
  { topic, pollMs, isPaused = false }: LiveCallOptions,
): UseQueryResult<ResultOf<C>, ApiError> & { isLive: boolean } {
  const queries = useQueryClient();
  const locale = useLanguage();
  const key = callKey(definition, body, locale);
  const { isLive } = useTopic(isPaused ? undefined : topic, (data) => {
    const answer = definition.result.safeParse(data);
    if (answer.success) queries.setQueryData(key, answer.data);
  });
  const query = useCall(definition, body, isPaused ? {} : { refetchInterval: isLive ? CHECK_MS : pollMs });
  const { refetch } = query;
  useEffect(() => {
    // What happened between the last answer and the first event.
    if (isLive) void refetch();
  }, [isLive, refetch]);
  return { ...query, isLive };
}
