import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery, Page, Resource, RowOf } from '@waypost/contract';
import { useSearchParams } from 'react-router-dom';
import type { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { listCallOf } from '../client/create-client.ts';
import { SCOPE_PARAMETER } from '../scope/owner-scope.ts';
import { useScopeKey } from '../scope/use-owner-scope.ts';
import { useLanguage } from '../words/context.tsx';
import { type LoadedRow, storedRows } from './loaded-row.ts';
import { type ListState, toQuery } from './url-state.ts';

export interface ListDataInput<R extends Resource> {
  resource: R;
  call: 'inquire' | 'user_inquire' | undefined;
  load: ((query: ListQuery, signal: AbortSignal) => Promise<Page<LoadedRow<RowOf<R>>>>) | undefined;
  state: ListState;
  extraFilters: Readonly<Record<string, unknown>> | undefined;
  refetchEvery: number | undefined;
  /** Nothing is asked for the time being. */
  isHeld: boolean;
}

export interface ListData<R extends Resource> {
  rows: readonly RowOf<R>[] | undefined;
  count: number | undefined;
  /** There are more than `count`, and nobody has counted them. */
  isAtLeast: boolean;
  /** Shown rows belong to the query before; the asked ones are on their way. */
  isStale: boolean;
  error: ApiError | undefined;
  reload(): void;
}

/** One page of a list. The page before stays in sight while the next one loads. */
export function useListData<R extends Resource>(input: ListDataInput<R>): ListData<R> {
  const { resource, call, load, state, extraFilters, refetchEvery, isHeld } = input;
  const client = useClient();
  const queries = useQueryClient();
  const locale = useLanguage();
  const [params] = useSearchParams();
  const scope = useScopeKey();
  const body: ListQuery = { ...toQuery(state), ...extraFilters };
  const query = useQuery<Page<RowOf<R>>, ApiError>({
    queryKey: [
      ...[resource.area, 'list', call ?? listCallOf(resource), body, contentOf(params), locale],
      // Where the list asks, call and body say whose rows they are.
      ...(load ? [scope] : []),
    ],
    queryFn: async ({ signal }) =>
      load ? storedRows<RowOf<R>>(await load(body, signal)) : client.list(resource, body, { call, signal }),
    placeholderData: keepPreviousData,
    enabled: !isHeld,
    ...(refetchEvery === undefined ? {} : { refetchInterval: refetchEvery }),
  });
  return {
    rows: query.data?.content,
    count: query.data?.count,
    isAtLeast: query.data?.is_at_least ?? false,
    isStale: query.isPlaceholderData,
    // With rows in sight a failed refresh is no reason to take them away.
    error: query.isError && !query.data ? query.error : undefined,
    reload: () => void queries.invalidateQueries({ queryKey: [resource.area] }),
  };
}

/** Parameters of the address that only change how the list looks, and the one that stands in the key by its meaning. */
const LOOKS = new Set(['drawer', 'columns', SCOPE_PARAMETER]);

/** All else in the address may decide what `load` brings: the screen's own switches are in the key, too. */
function contentOf(params: URLSearchParams): string {
  return [...params]
    .filter(([name]) => !LOOKS.has(name))
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}
