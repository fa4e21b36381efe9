import type { Resource, RowOf } from '@waypost/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { screenPath } from '../parts/use-navigation.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';
import type { ResourceListProps } from './resource-list-props.ts';
import { idOf } from './row-id.ts';
import type { TableColumn } from './table-column.ts';
import type { useColumns } from './use-columns.ts';
import { useRowCell } from './use-row-cell.tsx';

/** The table's columns; the first one leads to the row. */
export function useTableColumns<R extends Resource>(
  props: ResourceListProps<R>,
  shown: ReturnType<typeof useColumns<R>>['shown'],
  canEdit: boolean,
): TableColumn<RowOf<R>>[] {
  const { resource, editTo, rowTo, details } = props;
  const words = useWords();
  const cellOf = useRowCell(resource, props.tones);
  const [params] = useSearchParams();
  const openAddress = (drawerText: string) => {
    const next = new URLSearchParams(params);
    next.set('drawer', drawerText);
    return `?${next}`;
  };
  const addressOf = (row: RowOf<R>): string | undefined => {
    if (rowTo) return screenPath(rowTo(row));
    if (details) return openAddress(`view:${idOf(row)}`);
    if (!canEdit || props.isFixed?.(row)) return undefined;
    return editTo ? screenPath(editTo(row)) : openAddress(`edit:${idOf(row)}`);
  };
  return shown.map(
    (column, index): TableColumn<RowOf<R>> => ({
      key: column.key,
      title: words(column.title),
      isRight: column.isRight,
      sort: column.sort,
      width: column.width,
      isWideOnly: column.isWideOnly,
      isGrowing: column.isGrowing,
      priority: column.priority,
      render: (row) => {
        const address = index === 0 ? addressOf(row) : undefined;
        // A link has no place within a link: the row's own goes before that of what a reference names.
        const cell = cellOf(column, row, { isInLink: address !== undefined });
        return address === undefined ? (
          cell
        ) : (
          <Link className={styles.rowLink ?? ''} to={address}>
            {cell}
          </Link>
        );
      },
    }),
  );
}
