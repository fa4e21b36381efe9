import type { Resource } from '@waypost/contract';
import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../parts/use-address-query.ts';
import { type ListState, readListState, writeListState } from './url-state.ts';

/** What becomes of the state of a list; a function where it goes by what is there now, which may not be drawn yet. */
export type ListChange = Partial<ListState> | ((present: ListState) => Partial<ListState>);

/** Changes the state of a list; `silently`: one cannot go back to what stood there before. */
export type ChangeList = (change: ListChange, silently?: 'silently') => void;

/** The state of a list, kept in the address. A change of filter, search or order goes back to page 1. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, write] = useAddressQuery();
  const state = useMemo(() => readListState(resource, params), [resource, params]);
  const change = useCallback(
    (given: ListChange, silently?: 'silently') => {
      const isTurn = typeof given !== 'function' && given.page !== undefined;
      write(
        (current) => {
          const present = readListState(resource, current);
          const part = typeof given === 'function' ? given(present) : given;
          return writeListState(resource, { ...present, page: 1, ...part }, current);
        },
        // Typing a filter must not fill the history; a page turn may be gone back from.
        { replace: !isTurn || silently !== undefined },
      );
    },
    [resource, write],
  );
  return [state, change];
}
