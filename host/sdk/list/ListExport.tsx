import { exportListCall, type Resource, type RowOf } from '@waypost/contract';
import { listCallOf } from '../client/create-client.ts';
import { ExportButton } from '../operations/ExportButton.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import type { Column } from './columns.ts';
import { exportColumns } from './export-columns.ts';
import type { ResourceListProps } from './resource-list-props.ts';
import { type ListState, toQuery } from './url-state.ts';

export interface ListExportProps<R extends Resource> {
  list: Pick<ResourceListProps<R>, 'resource' | 'exports' | 'isHeld'>;
  state: ListState;
  title: string;
  extraFilters: Readonly<Record<string, unknown>>;
  owners: { call: 'inquire' | 'user_inquire' | undefined };
  columns: { shown: readonly Column<RowOf<R>>[] };
  data: { count: number | undefined };
}

/** Takes away what the list shows: what it is narrowed to, in its order, with the columns that are chosen. */
export function ListExport<R extends Resource>(props: ListExportProps<R>) {
  const { list, state, title } = props;
  const { exports, resource } = list;
  const words = useWords();
  const may = usePermission();
  if (typeof exports === 'string') return null;
  if (!may('system.operation:export')) return null;
  if (resource.isExported && !may(`${resource.name}:export`)) return null;
  const { page: _, page_size: __, ...wish } = toQuery(state);
  const { area, call } = exports?.call ?? {
    area: resource.area,
    call: props.owners.call ?? listCallOf(resource),
  };
  return (
    <ExportButton
      call={exportListCall}
      body={{
        area,
        call,
        title,
        body: defined({ ...exports?.body, ...wish, ...props.extraFilters }),
        columns: exportColumns(resource, props.columns.shown, words),
      }}
      isDisabled={list.isHeld || !props.data.count}
    />
  );
}

const defined = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
