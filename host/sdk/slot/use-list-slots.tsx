import { useQueries } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { useClient } from '../client/context.tsx';
import type { BatchAction, RowAction } from '../list/row-actions.tsx';
import type { TableColumn } from '../list/table-column.ts';
import { useTrackOperation } from '../operations/tracked.ts';
import { useWords } from '../words/context.tsx';
import { useContributions } from './context.tsx';
import type { SlotRow } from './contribution.ts';
import { SlotBoundary } from './Slot.tsx';

/** How long the values of a contributed column are good for, milliseconds. */
const FRESH_MS = 10_000;

/** Columns that others add are the first to leave a list that gets narrow. */
const ADDED = 1_000;

export interface ListSlots {
  rowActions: RowAction<unknown>[];
  batchActions: BatchAction<unknown>[];
  columns: TableColumn<unknown>[];
  /** Fields by which the list can be narrowed while others show what they hold. */
  filters: string[];
}

/** What other plugins add to the list of a resource: actions on a row, on several, and columns. */
export function useListSlots(resource: string, rows: readonly unknown[] | undefined): ListSlots {
  const client = useClient();
  const words = useWords();
  const track = useTrackOperation();
  const actions = useContributions(`${resource}.row_action`, 'row_action');
  const batches = useContributions(`${resource}.batch_action`, 'batch_action');
  const columns = useContributions(`${resource}.column`, 'column');
  const ids = useMemo(() => (rows ?? []).map((row) => (row as SlotRow).id), [rows]);
  const values = useQueries({
    queries: columns.map(({ key, contribution }) => ({
      queryKey: ['slot', resource, key, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        contribution.load?.(ids, { client, signal }) ?? Promise.resolve({}),
      enabled: ids.length > 0 && contribution.load !== undefined,
      staleTime: FRESH_MS,
    })),
  });

  return {
    rowActions: actions.map(({ key, contribution }) => ({
      name: key,
      label: contribution.label,
      icon: contribution.icon,
      isVisible: (row) => contribution.isVisible?.(row as SlotRow) ?? true,
      run: (row, list) => contribution.run(row as SlotRow, { client, list, track }),
    })),
    batchActions: batches.map(({ key, contribution }) => ({
      name: key,
      label: contribution.label,
      run: (chosen, list) => contribution.run(chosen as readonly SlotRow[], { client, list, track }),
    })),
    filters: columns.flatMap(({ contribution: { filter } }) => (filter === undefined ? [] : [filter])),
    columns: columns.map(({ key, entry, contribution }, at) => {
      const Cell = contribution.Cell as unknown as ComponentType<{ row: SlotRow; value: unknown }>;
      const found = values[at]?.data as Readonly<Record<string, unknown>> | undefined;
      return {
        key,
        title: words(contribution.title),
        priority: contribution.priority ?? ADDED,
        render: (row) => (
          <SlotBoundary plugin={entry.plugin}>
            <Cell row={row as SlotRow} value={found?.[(row as SlotRow).id]} />
          </SlotBoundary>
        ),
      };
    }),
  };
}
