import type { Resource, RowOf } from '@waypost/contract';
import type { ReactNode } from 'react';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { useUser } from '../session/use-user.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { Filters, useFilterModels } from './Filters.tsx';
import styles from './list.module.css';
import type { ResourceListProps } from './resource-list-props.ts';
import { SavedViews } from './SavedViews.tsx';
import type { ListState } from './url-state.ts';
import type { Columns } from './use-columns.ts';
import type { ListChange } from './use-list-state.ts';
import type { Narrowing } from './use-narrowing.ts';

interface ListBarParts<Row> {
  columns: Columns<Row>;
  state: ListState;
  change: (change: ListChange) => void;
  narrowing: Narrowing;
  /** Filters that are there with what others show. */
  added: readonly string[];
}

/**
 * What stands over the rows, search and filters; without any the choice of columns stands with the buttons of the page, as do the
 * saved views on a phone.
 */
export function useListBar<R extends Resource>(
  { resource, filters, extraFilters = {}, narrowedBy = [], views: name }: ResourceListProps<R>,
  { columns, state, change, narrowing, added }: ListBarParts<RowOf<R>>,
): { bar: ReactNode; amongButtons: ReactNode } {
  const isPhone = useIsPhone();
  const user = useUser();
  const list = name ?? (Object.keys(extraFilters).length > 0 ? undefined : resource.name);
  const names = filters === undefined ? undefined : [...filters, ...added];
  const models = useFilterModels({ resource, names, fixed: Object.keys(extraFilters) });
  const choice = isPhone ? null : (
    <ColumnChoice columns={columns.all} shown={columns.shown} onChoose={columns.choose} />
  );
  if (models === undefined) return { bar: null, amongButtons: choice };
  const views =
    user === undefined || list === undefined ? null : (
      <SavedViews
        list={list}
        resource={resource}
        state={state}
        isNarrowed={narrowing.isNarrowed}
        own={narrowedBy}
      />
    );
  const bar = (
    <div className={styles.bar}>
      <Filters
        resource={resource}
        models={models}
        state={state}
        onChange={change}
        isNarrowed={narrowing.isNarrowed}
        onClear={narrowing.clear}
      />
      {isPhone ? null : views}
      {choice}
    </div>
  );
  return { bar, amongButtons: isPhone ? views : null };
}
