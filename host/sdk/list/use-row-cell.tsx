import type { Resource, RowOf } from '@waypost/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useWords } from '../words/context.tsx';
import type { Column } from './columns.ts';
import { defaultCell } from './default-cell.tsx';
import type { ResourceListProps } from './resource-list-props.ts';

/** What stands for a row in a column: what the screen draws, else what fits the field. */
export function useRowCell<R extends Resource>(
  resource: R,
  tones?: ResourceListProps<R>['tones'],
): (column: Column<RowOf<R>>, row: RowOf<R>, place?: { isInLink: boolean }) => ReactNode {
  const words = useWords();
  const format = useFormat();
  return (column, row, place) =>
    column.render
      ? column.render(row)
      : defaultCell({
          resource,
          field: column.field ?? column.key,
          value: column.field === undefined ? undefined : (row as Record<string, unknown>)[column.field],
          words,
          format,
          isInLink: place?.isInLink ?? false,
          tones: tones?.[column.field ?? column.key],
        });
}
