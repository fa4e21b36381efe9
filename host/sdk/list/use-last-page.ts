import { useEffect } from 'react';
import type { ListState } from './url-state.ts';
import type { ChangeList } from './use-list-state.ts';

/**
 * Leads from a page that the list does not have (any more) to its last one. Returns whether that is going on: the empty
 * answer is not to be shown then.
 */
export function useLastPage(
  state: ListState,
  data: { rows: readonly unknown[] | undefined; count: number | undefined; isStale: boolean },
  change: ChangeList,
): boolean {
  const count = data.count ?? 0;
  const isBeyond = !data.isStale && data.rows?.length === 0 && count > 0 && state.page > 1;
  const last = Math.max(1, Math.ceil(count / state.pageSize));
  useEffect(() => {
    if (isBeyond) change({ page: Math.min(last, state.page - 1) }, 'silently');
  }, [isBeyond, last, state.page, change]);
  return isBeyond;
}
