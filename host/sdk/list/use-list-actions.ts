import type { Resource, RowOf } from '@waypost/contract';
import { useCallback } from 'react';
import { notify } from '../parts/notify.ts';
import { useGo } from '../parts/use-navigation.tsx';
import { usePermission } from '../session/use-user.tsx';
import type { ListSlots } from '../slot/use-list-slots.tsx';
import { useFaultText } from '../words/use-error-text.ts';
import { useBuiltInActions } from './built-in-actions.tsx';
import type { useDrawer } from './ListDrawers.tsx';
import type { ResourceListProps } from './resource-list-props.ts';
import { type BatchAction, type ListHandle, type RowAction, runAction } from './row-actions.tsx';
import { idOf } from './row-id.ts';

const NOTHING: readonly string[] = [];
/** What the declaration alone gives that a fixed row does not take. */
const CHANGING: ReadonlySet<string> = new Set(['edit', 'remove']);

interface ListActions<Row> {
  row: RowAction<Row>[];
  batch: BatchAction<Row>[];
  canEdit: boolean;
  /** Runs it on a row, or on those that are chosen, and says so when it fails. */
  run: <Subject>(action: Parameters<typeof runAction<Subject>>[0], subject: Subject) => void;
}

/** What can be done with the rows of a list: the page's own, what other plugins add, what the declaration gives. */
export function useListActions<R extends Resource>(
  props: ResourceListProps<R>,
  input: { list: ListHandle; slots: ListSlots; openDrawer: ReturnType<typeof useDrawer>[1] },
): ListActions<RowOf<R>> {
  const { resource, hide = NOTHING, editTo, isFixed, removeFound } = props;
  const { list, slots, openDrawer } = input;
  const go = useGo();
  const may = usePermission();
  const faultText = useFaultText();
  const edit = useCallback(
    (row: RowOf<R>) => (editTo ? go(editTo(row)) : openDrawer({ kind: 'edit', id: idOf(row) })),
    [editTo, go, openDrawer],
  );
  const hasEditor = editTo !== undefined || props.form !== false;
  const builtIn = useBuiltInActions({
    resource,
    hide,
    onEdit: hasEditor ? edit : undefined,
    removeFound,
  });
  const own = (props.rowActions ?? []).filter(({ permission }) => may(permission));
  return {
    row: [
      ...own,
      ...(slots.rowActions as RowAction<RowOf<R>>[]),
      ...builtIn.rowActions.map((action) => ({
        ...action,
        isVisible: (row: RowOf<R>) =>
          !(CHANGING.has(action.name) && isFixed?.(row)) &&
          !own.some(({ name, isVisible }) => name === action.name && (isVisible?.(row) ?? true)),
      })),
    ],
    batch: [
      ...(props.batchActions ?? []).filter(({ permission }) => may(permission)),
      ...(slots.batchActions as BatchAction<RowOf<R>>[]),
      ...builtIn.batchActions,
    ],
    canEdit: builtIn.rowActions.some(({ name }) => name === 'edit'),
    run: (action, subject) => {
      runAction(action, subject, list).catch((error: unknown) => notify.error(faultText(error)));
    },
  };
}
