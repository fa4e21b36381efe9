import type { Resource } from '@waypost/contract';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, readListState, writeListState } from './url-state.ts';

/** The state of a list, kept in the address. A change of filter, search or order goes back to page 1. */
export function useListState(resource: Resource): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(resource, params), [resource, params]);
  const change = useCallback(
    (part: Partial<ListState>) =>
      setParams(
        (current) =>
          writeListState(resource, { ...readListState(resource, current), page: 1, ...part }, current),
        // Typing a filter must not fill the history; a page turn may be gone back from.
        { replace: part.page === undefined },
      ),
    [resource, setParams],
  );
  return [state, change];
}
