import type { Resource } from '@waypost/contract';
import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../parts/use-address-query.ts';
import { type ListState, readListState, writeListState } from './url-state.ts';

/** Changes the state of a list; `silently`: one cannot go back to what stood there before. */
export type ChangeList = (change: Partial<ListState>, silently?: 'silently') => void;

/** The state of a list, kept in the address. A change of filter, search or order goes back to page 1. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, write] = useAddressQuery();
  const state = useMemo(() => readListState(resource, params), [resource, params]);
  const change = useCallback(
    (part: Partial<ListState>, silently?: 'silently') =>
      write(
        (current) =>
          writeListState(resource, { ...readListState(resource, current), page: 1, ...part }, current),
        // Typing a filter must not fill the history; a page turn may be gone back from.
        { replace: part.page === undefined || silently !== undefined },
      ),
    [resource, write],
  );
  return [state, change];
}
