import type { Resource } from '@waypost/contract';
import { useAddressQuery } from '../parts/use-address-query.ts';
import { isNarrowed, type ListState, writeListState } from './url-state.ts';

const NOTHING: readonly string[] = [];

export interface Narrowing {
  isNarrowed: boolean;
  clear: () => void;
}

/**
 * Whether something narrows a list, and a way to take all of it away.
 * @param own parameters of the address by which the screen itself narrows it
 */
export function useNarrowing(
  resource: Resource,
  state: ListState,
  own: readonly string[] = NOTHING,
): Narrowing {
  const [params, write] = useAddressQuery();
  const isNarrowedByScreen = own.some((name) => (params.get(name) ?? '') !== '');
  return {
    isNarrowed: isNarrowedByScreen || isNarrowed(state),
    clear: () =>
      write(
        (current) => {
          const wide = writeListState(resource, { ...state, page: 1, search: '', filters: {} }, current);
          for (const name of own) wide.delete(name);
          return wide;
        },
        { replace: true },
      ),
  };
}
