import { IconMore } from '@arco-design/web-react/icon';
import type { Resource, RowOf } from '@waypost/contract';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { MenuButton, type MenuItem } from '../parts/MenuButton.tsx';
import { Page } from '../parts/Page.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { Slot } from '../slot/Slot.tsx';
import { useListSlots } from '../slot/use-list-slots.tsx';
import { useWords } from '../words/context.tsx';
import type { WordsFunction } from '../words/words.ts';
import { ChosenRows } from './ChosenRows.tsx';
import { ListContent } from './ListContent.tsx';
import { ListDrawers, useDrawer } from './ListDrawers.tsx';
import { ListExport } from './ListExport.tsx';
import styles from './list.module.css';
import { Pagination } from './Pagination.tsx';
import type { ResourceListProps } from './resource-list-props.ts';
import { type ListHandle, RowActions } from './row-actions.tsx';
import { idOf } from './row-id.ts';
import type { TableColumn } from './table-column.ts';
import type { ListState } from './url-state.ts';
import { useColumns } from './use-columns.ts';
import { useCreateButton } from './use-create-button.tsx';
import { useLastPage } from './use-last-page.ts';
import { useListActions } from './use-list-actions.ts';
import { useListBar } from './use-list-bar.tsx';
import { useListData } from './use-list-data.ts';
import { useListOwners } from './use-list-owners.tsx';
import { useListState } from './use-list-state.ts';
import { useNarrowing } from './use-narrowing.ts';
import { useSelection } from './use-selection.ts';
import { useTableColumns } from './use-table-columns.tsx';

/** A list of a resource: title with count, filters, table or cards, paging, and the drawers that belong to it. */
export function ResourceList<R extends Resource>(props: ResourceListProps<R>) {
  const { resource } = props;
  const words = useWords();
  const [state, change] = useListState(resource);
  const owners = useListOwners(props);
  const columns = useColumns(resource, props, owners.column);
  const [drawer, openDrawer] = useDrawer();
  const { isHeld = false, load, refetchEvery } = props;
  const extraFilters = { ...props.extraFilters, ...owners.filters };
  const data = useListData<R>({
    resource,
    call: owners.call,
    load,
    state,
    extraFilters,
    refetchEvery,
    isHeld,
  });

  const { call } = owners;
  const selection = useSelection<R>({ resource, call, load, state, extraFilters, rows: data.rows });
  const narrowing = useNarrowing(resource, state, props.narrowedBy);
  const isEmpty = data.count === 0 && !narrowing.isNarrowed;
  const isLeaving = useLastPage(state, data, change);
  const afterWrite = () => {
    data.reload();
    props.onChanged?.();
  };
  const list: ListHandle = {
    reload: afterWrite,
    clearSelection: selection.clear,
    isBeyondPage: selection.isBeyondPage,
  };
  const slots = useListSlots(resource.name, data.rows);
  const actions = useListActions(props, { list, slots, openDrawer });
  const tableColumns = useTableColumns(props, columns.shown, actions.canEdit);
  const createButton = useCreateButton(props, openDrawer);
  const nameOf = (row: RowOf<R>) => String((row as Record<string, unknown>)[resource.title] ?? idOf(row));
  const title = titleOf(props, words);
  const { bar, amongButtons } = useListBar(props, {
    columns,
    state,
    change,
    narrowing,
    added: slots.filters,
  });
  const actionsOf = (row: RowOf<R>) => (
    <RowActions row={row} name={nameOf(row)} actions={actions.row} onRun={actions.run} />
  );

  if (props.isHiddenEmpty && (isEmpty || data.count === undefined)) return null;
  return (
    <Page
      title={title}
      count={data.count}
      isAtLeast={data.isAtLeast}
      actions={
        <ListButtons create={isEmpty && !owners.isOfOthers ? null : createButton}>
          {toolbarOf(props, isEmpty)}
          <Slot name={`${resource.name}.toolbar`} props={{ reload: afterWrite }} />
          {isEmpty ? null : (
            <ListExport
              list={props}
              state={state}
              title={title}
              extraFilters={extraFilters}
              owners={owners}
              columns={columns}
              data={data}
            />
          )}
          {isEmpty ? null : amongButtons}
          {isEmpty ? null : <MoreItems items={props.moreItems} />}
        </ListButtons>
      }
    >
      {bar}
      {props.chips}
      <ChosenRows list={props} selection={selection} data={data} actions={actions} />
      <ListContent
        name={props.words ?? resource.name}
        label={title}
        columns={[...tableColumns, ...(slots.columns as TableColumn<RowOf<R>>[])]}
        rows={isLeaving ? undefined : data.rows}
        rowKey={idOf}
        rowName={nameOf}
        error={data.error}
        isStale={data.isStale}
        isHeld={isHeld}
        count={data.count}
        isNarrowed={narrowing.isNarrowed}
        isOfOthers={owners.isOfOthers}
        sort={state.sort ?? resource.defaultSort}
        onSort={(sort) => change({ sort })}
        {...(actions.batch.length > 0 ? { selected: selection.ids, onSelect: selection.select } : {})}
        {...(actions.row.length > 0 ? { actions: actionsOf } : {})}
        firstAction={createButton}
        onRetry={data.reload}
        onClearFilters={narrowing.clear}
      />
      <ListPages state={state} data={data} onChange={change} />
      <ListDrawers
        resource={resource}
        drawer={drawer}
        onClose={() => openDrawer(undefined)}
        form={props.form === false ? undefined : (props.form ?? {})}
        details={props.details}
        detailsActions={props.detailsActions}
        known={data.rows}
        onSaved={afterWrite}
      />
    </Page>
  );
}

/** The buttons of a list. On a phone those beside the one that creates wait behind another, so that the rows begin on the first screen. */
function ListButtons({ create, children }: { create: ReactNode; children: ReactNode }) {
  const words = useWords();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone || !create)
    return (
      <>
        {children}
        {create}
      </>
    );
  return (
    <div className={styles.buttons}>
      {create}
      <IconButton
        label={words('list.more')}
        icon={<IconMore />}
        isExpanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      />
      {/* Always there: whether it is empty is what the button beside it goes by. */}
      <div className={styles.otherButtons} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

function MoreItems({ items = [] }: { items: readonly MenuItem[] | undefined }) {
  const words = useWords();
  if (items.length === 0) return null;
  return <MenuButton label={words('list.more_actions')} icon={<IconMore />} items={items} />;
}

/** The ways to the other pages; nothing for a list without rows. */
function ListPages({
  state: { page, pageSize },
  data: { count, isAtLeast },
  onChange,
}: {
  state: ListState;
  data: { count: number | undefined; isAtLeast: boolean };
  onChange: (change: Partial<ListState>) => void;
}) {
  if (count === undefined || count === 0) return null;
  return (
    <Pagination
      page={page}
      pageSize={pageSize}
      count={count}
      isAtLeast={isAtLeast}
      onPage={(next) => onChange({ page: next })}
      onPageSize={(next) => onChange({ pageSize: next })}
    />
  );
}

function toolbarOf<R extends Resource>({ toolbar }: ResourceListProps<R>, isEmpty: boolean): ReactNode {
  return typeof toolbar === 'function' ? toolbar({ isEmpty }) : toolbar;
}

function titleOf<R extends Resource>(
  { resource, title }: ResourceListProps<R>,
  words: WordsFunction,
): string {
  return words.first([
    ...(title ? [title] : []),
    ...(resource.menu ? [`menu.${resource.menu.route}`] : []),
    `${resource.name}.title`,
  ]);
}
