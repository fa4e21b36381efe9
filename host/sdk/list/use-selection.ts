import type { ListQuery, Page, Resource, RowOf } from '@waypost/contract';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { notify } from '../parts/notify.ts';
import { useFaultText } from '../words/use-error-text.ts';
import { type LoadedRow, storedRows } from './loaded-row.ts';
import { idOf } from './row-id.ts';
import { type ListState, PAGE_SIZES, toQuery } from './url-state.ts';

/** Most rows of all pages that are chosen together. */
export const MAX_CHOSEN = 1_000;
const PORTION = PAGE_SIZES[3];

interface SelectionInput<R extends Resource> {
  resource: R;
  call: 'inquire' | 'user_inquire' | undefined;
  load: ((query: ListQuery, signal: AbortSignal) => Promise<Page<LoadedRow<RowOf<R>>>>) | undefined;
  state: ListState;
  extraFilters: Readonly<Record<string, unknown>>;
  rows: readonly RowOf<R>[] | undefined;
}

export interface Selection<Row> {
  ids: ReadonlySet<string>;
  select: (ids: ReadonlySet<string>) => void;
  chosen: readonly Row[];
  /** Rows of other pages are among them. */
  isBeyondPage: boolean;
  /** Every row of the page is chosen. */
  isWholePage: boolean;
  isReading: boolean;
  /** Chooses all that the list finds, on all its pages. */
  selectAll: () => Promise<void>;
  clear: () => void;
}

/** Which rows are chosen: those of the page, or all that the list finds by its search and filters. */
export function useSelection<R extends Resource>(input: SelectionInput<R>): Selection<RowOf<R>> {
  const { state, extraFilters, rows = [] } = input;
  const client = useClient();
  const faultText = useFaultText();
  const [ids, select] = useState<ReadonlySet<string>>(new Set());
  const [isReading, setReading] = useState(false);
  const [everything, setEverything] = useState<{ of: string; rows: readonly RowOf<R>[] }>();
  const { page: _, page_size: __, ...narrowed } = { ...toQuery(state), ...extraFilters };
  const of = JSON.stringify([input.call, narrowed]);
  // What was chosen on another page, or among another one's things, is not meant by a button here.
  const known = everything?.of === of ? everything.rows : rows;
  const chosen = known.filter((row) => ids.has(idOf(row)));

  const readPage = async (page: number): Promise<readonly RowOf<R>[]> => {
    const body: ListQuery = { ...narrowed, page, page_size: PORTION };
    const { signal } = new AbortController();
    const found = input.load
      ? storedRows<RowOf<R>>(await input.load(body, signal))
      : await client.list(input.resource, body, { call: input.call, signal });
    return found.content;
  };
  const selectAll = async () => {
    setReading(true);
    try {
      const all = new Map<string, RowOf<R>>();
      for (let page = 1; page <= MAX_CHOSEN / PORTION; page += 1) {
        const found = await readPage(page);
        // A row that was made meanwhile moves others to the next page: each counts once.
        for (const row of found) all.set(idOf(row), row);
        if (found.length < PORTION) break;
      }
      setEverything({ of, rows: [...all.values()] });
      select(new Set(all.keys()));
    } catch (error) {
      notify.error(faultText(error));
    } finally {
      setReading(false);
    }
  };
  return {
    ids,
    select,
    chosen,
    isBeyondPage: chosen.length > 0 && chosen.some((row) => !rows.some((here) => idOf(here) === idOf(row))),
    isWholePage: rows.length > 0 && rows.every((row) => ids.has(idOf(row))),
    isReading,
    selectAll,
    clear: () => {
      setEverything(undefined);
      select(new Set());
    },
  };
}
