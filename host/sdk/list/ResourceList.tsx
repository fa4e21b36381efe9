import { IconPlus } from '@arco-design/web-react/icon';
import type { ListQuery, Page as PageOf, Resource, RowOf } from '@waypost/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useFormat } from '../format/use-format.ts';
import { Button } from '../parts/Button.tsx';
import { notify } from '../parts/notify.ts';
import { Page } from '../parts/Page.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { screenPath, useGo } from '../parts/use-navigation.tsx';
import type { TagTone } from '../parts/values.tsx';
import { usePermission } from '../session/use-user.tsx';
import { Slot } from '../slot/Slot.tsx';
import { useListSlots } from '../slot/use-list-slots.tsx';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { BatchBar } from './BatchBar.tsx';
import { useBuiltInActions } from './built-in-actions.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import type { ColumnChoice as ColumnWish } from './columns.ts';
import type { TableColumn } from './DataTable.tsx';
import { defaultCell } from './default-cell.tsx';
import { Filters } from './Filters.tsx';
import { ListContent } from './ListContent.tsx';
import { ListDrawers, type ListFormProps, useDrawer } from './ListDrawers.tsx';
import styles from './list.module.css';
import { Pagination } from './Pagination.tsx';
import { type BatchAction, type ListHandle, type RowAction, RowActions, runAction } from './row-actions.tsx';
import { isNarrowed } from './url-state.ts';
import { useColumns } from './use-columns.ts';
import { useListData } from './use-list-data.ts';
import { useListState } from './use-list-state.ts';

export interface ResourceListProps<R extends Resource> {
  resource: R;
  call?: 'inquire' | 'user_inquire';
  /** Instead of the resource's own call. */
  load?: (query: ListQuery, signal: AbortSignal) => Promise<PageOf<RowOf<R>>>;
  /** Locale key. */
  title?: string;
  columns?: readonly ColumnWish<R>[];
  /** Fields to filter by, in this order. */
  filters?: readonly (keyof R['fields'] & string)[];
  /** The drawer's form; false: this list neither creates nor edits. */
  form?: ListFormProps | false;
  /** Screens that create and edit instead of the drawer. */
  createTo?: string;
  editTo?: (row: RowOf<R>) => string;
  details?: (row: RowOf<R>) => ReactNode;
  /** Buttons beside the title of the details drawer. */
  detailsActions?: (row: RowOf<R>) => ReactNode;
  rowActions?: readonly RowAction<RowOf<R>>[];
  batchActions?: readonly BatchAction<RowOf<R>>[];
  toolbar?: ReactNode;
  /** Milliseconds between refreshes. */
  refetchEvery?: number;
  /** Part of every query, not shown as a filter. */
  extraFilters?: Readonly<Record<string, unknown>>;
  /** Tones of the codes of a field: `{ state: { on: 'good', off: 'neutral' } }`. */
  tones?: Readonly<Record<string, Readonly<Record<string, TagTone>>>>;
  /** Built-in actions to leave out: create, edit, remove, or an action's name. */
  hide?: readonly string[];
}

const NOTHING: readonly string[] = [];

/** A list of a resource: title with count, filters, table or cards, paging, and the drawers that belong to it. */
export function ResourceList<R extends Resource>(props: ResourceListProps<R>) {
  const { resource, hide = NOTHING, editTo, details } = props;
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const isPhone = useIsPhone();
  const errorText = useErrorText();
  const [state, change] = useListState(resource);
  const columns = useColumns(resource, props.columns);
  const [drawer, openDrawer] = useDrawer();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const data = useListData<R>({
    resource,
    call: props.call,
    load: props.load,
    state,
    extraFilters: props.extraFilters,
    refetchEvery: props.refetchEvery,
  });

  const form = props.form === false ? undefined : (props.form ?? {});
  const hasEditor = editTo !== undefined || form !== undefined;
  const edit = useCallback(
    (row: RowOf<R>) => (editTo ? go(editTo(row)) : openDrawer({ kind: 'edit', id: idOf(row) })),
    [editTo, go, openDrawer],
  );
  const slots = useListSlots(resource.name, data.rows);
  const builtIn = useBuiltInActions({ resource, hide, onEdit: hasEditor ? edit : undefined });
  const rowActions = [
    ...(props.rowActions ?? []).filter(({ permission }) => may(permission)),
    ...(slots.rowActions as RowAction<RowOf<R>>[]),
    ...builtIn.rowActions,
  ];
  const batchActions = [
    ...(props.batchActions ?? []).filter(({ permission }) => may(permission)),
    ...(slots.batchActions as BatchAction<RowOf<R>>[]),
    ...builtIn.batchActions,
  ];
  const list: ListHandle = { reload: data.reload, clearSelection: () => setSelected(new Set()) };
  const run = <Subject,>(action: Parameters<typeof runAction<Subject>>[0], subject: Subject) => {
    runAction(action, subject, list).catch((error: unknown) => notify.error(errorText(error)));
  };

  const rows = data.rows;
  const nameOf = (row: RowOf<R>) => String((row as Record<string, unknown>)[resource.title] ?? idOf(row));
  const canEdit = builtIn.rowActions.some(({ name }) => name === 'edit');
  const tableColumns = useTableColumns(props, columns.shown, canEdit);

  const canCreate =
    resource.calls.includes('add') &&
    !hide.includes('create') &&
    (props.createTo !== undefined || form !== undefined) &&
    may(`${resource.name}:create`);
  const createButton = canCreate ? (
    <Button
      kind="primary"
      icon={<IconPlus />}
      onClick={() => (props.createTo ? go(props.createTo) : openDrawer({ kind: 'create', id: undefined }))}
    >
      {words.first([`${resource.name}.create`, 'action.create'])}
    </Button>
  ) : null;
  const title = words.first([
    ...(props.title ? [props.title] : []),
    ...(resource.menu ? [`menu.${resource.menu.route}`] : []),
    `${resource.name}.title`,
  ]);
  const actionsOf =
    rowActions.length === 0
      ? undefined
      : (row: RowOf<R>) => (
          <RowActions
            row={row}
            name={nameOf(row)}
            actions={rowActions}
            onRun={(action, one) => run(action, one)}
          />
        );

  return (
    <Page
      title={title}
      count={data.count}
      actions={
        <>
          {props.toolbar}
          <Slot name={`${resource.name}.toolbar`} props={{ reload: data.reload }} />
          {/* An empty list offers it in its middle: one primary button a view. */}
          {data.count === 0 && !isNarrowed(state) ? null : createButton}
        </>
      }
    >
      <div className={styles.bar}>
        <Filters resource={resource} names={props.filters} state={state} onChange={change} />
        {isPhone ? null : (
          <ColumnChoice columns={columns.all} shown={columns.shown} onChoose={columns.choose} />
        )}
      </div>
      {selected.size > 0 ? (
        <BatchBar
          count={selected.size}
          onClear={list.clearSelection}
          actions={batchActions.map((action) => ({
            name: action.name,
            label: words(action.label),
            isDangerous: action.isDangerous ?? false,
            onRun: () =>
              run(
                action,
                (rows ?? []).filter((row) => selected.has(idOf(row))),
              ),
          }))}
        />
      ) : null}
      <ListContent
        name={resource.name}
        label={title}
        columns={[...tableColumns, ...(slots.columns as TableColumn<RowOf<R>>[])]}
        rows={rows}
        rowKey={idOf}
        rowName={nameOf}
        error={data.error}
        isStale={data.isStale}
        isNarrowed={isNarrowed(state)}
        sort={state.sort ?? resource.defaultSort}
        onSort={(sort) => change({ sort })}
        {...(batchActions.length > 0 ? { selected, onSelect: setSelected } : {})}
        {...(actionsOf ? { actions: actionsOf } : {})}
        firstAction={createButton}
        onRetry={data.reload}
        onClearFilters={() => change({ search: '', filters: {} })}
      />
      {data.count !== undefined && data.count > 0 ? (
        <Pagination
          page={state.page}
          pageSize={state.pageSize}
          count={data.count}
          onPage={(page) => change({ page })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      ) : null}
      <ListDrawers
        resource={resource}
        drawer={drawer}
        onClose={() => openDrawer(undefined)}
        form={form}
        details={details}
        detailsActions={props.detailsActions}
        known={rows}
        onSaved={data.reload}
      />
    </Page>
  );
}

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}

/** The table's columns; the first one leads to the row. */
function useTableColumns<R extends Resource>(
  props: ResourceListProps<R>,
  shown: ReturnType<typeof useColumns<R>>['shown'],
  canEdit: boolean,
): TableColumn<RowOf<R>>[] {
  const { resource, editTo, details } = props;
  const words = useWords();
  const format = useFormat();
  const [params] = useSearchParams();
  const openAddress = (drawerText: string) => {
    const next = new URLSearchParams(params);
    next.set('drawer', drawerText);
    return `?${next}`;
  };
  const addressOf = (row: RowOf<R>): string | undefined => {
    if (details) return openAddress(`view:${idOf(row)}`);
    if (!canEdit) return undefined;
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
      render: (row) => {
        const value = column.field === undefined ? undefined : (row as Record<string, unknown>)[column.field];
        const cell = column.render
          ? column.render(row)
          : defaultCell({
              resource,
              field: column.field ?? column.key,
              value,
              words,
              format,
              tones: props.tones?.[column.field ?? column.key],
            });
        const address = index === 0 ? addressOf(row) : undefined;
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
