import { IconDelete, IconEdit } from '@arco-design/web-react/icon';
import type { Resource, RowOf } from '@waypost/contract';
import { useMemo } from 'react';
import { useClient } from '../client/context.tsx';
import type { Client } from '../client/create-client.ts';
import { notify } from '../parts/notify.ts';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import type { WordsFunction } from '../words/words.ts';
import type { BatchAction, ListHandle, RowAction } from './row-actions.tsx';
import { idOf } from './row-id.ts';

interface BuiltInInput<R extends Resource> {
  resource: R;
  hide: readonly string[];
  /** Opens the editor of a row; undefined when the list has none. */
  onEdit: ((row: RowOf<R>) => void) | undefined;
  removeFound: BatchAction<RowOf<R>>['run'] | undefined;
}

interface BuiltIn<R extends Resource> {
  rowActions: RowAction<RowOf<R>>[];
  batchActions: BatchAction<RowOf<R>>[];
}

/** Actions that the declaration alone gives: edit, own actions without a body, removal. Each behind its permission. */
export function useBuiltInActions<R extends Resource>({
  resource,
  hide,
  onEdit,
  removeFound,
}: BuiltInInput<R>): BuiltIn<R> {
  const client = useClient();
  const words = useWords();
  const may = usePermission();
  return useMemo(() => {
    const isWanted = (name: string, node: string) => !hide.includes(name) && may(`${resource.name}:${node}`);
    const rowActions: RowAction<RowOf<R>>[] = [];
    const batchActions: BatchAction<RowOf<R>>[] = [];
    if (onEdit && resource.calls.includes('update') && isWanted('edit', 'update'))
      rowActions.push({ name: 'edit', label: 'action.edit', icon: <IconEdit />, run: onEdit });
    for (const [name, action] of Object.entries(resource.actions)) {
      if (!action.body && isWanted(name, name))
        rowActions.push(ownAction(client, words, resource, name, action.confirm ?? false));
    }
    const hasRemoval = resource.calls.includes(resource.hasBin ? 'update_remove' : 'remove');
    if (hasRemoval && isWanted('remove', 'delete')) {
      rowActions.push(removal(client, words, resource));
      batchActions.push(batchRemoval(client, words, resource, removeFound));
    }
    return { rowActions, batchActions };
  }, [client, words, may, resource, hide, onEdit, removeFound]);
}

function nameOf<R extends Resource>(resource: R, row: RowOf<R>): string {
  const fields = row as Readonly<Record<string, unknown>>;
  return String(fields[resource.title] ?? fields.id);
}

function ownAction<R extends Resource>(
  client: Client,
  words: WordsFunction,
  resource: R,
  name: string,
  isConfirmed: boolean,
): RowAction<RowOf<R>> {
  const key = `${resource.name}.action.${name}`;
  return {
    name,
    label: key,
    ...(isConfirmed
      ? {
          confirm: (row: RowOf<R>) => ({
            title: `${words(key)}: ${nameOf(resource, row)}`,
            text: words(`${key}.confirm`, { name: nameOf(resource, row) }),
            verb: words(key),
          }),
        }
      : {}),
    run: async (row, list) => {
      await client.act(resource, name, { id: idOf(row) });
      notify.success(words.first([`${key}.done`, 'action.done'], { name: nameOf(resource, row) }));
      list.reload();
    },
  };
}

/** With a bin: at once, with a way back. Without: asks first, because it is for good. */
function removal<R extends Resource>(client: Client, words: WordsFunction, resource: R): RowAction<RowOf<R>> {
  const consequence = `${resource.name}.remove.confirm`;
  const isAsked = !resource.hasBin || words.has(consequence);
  return {
    name: 'remove',
    label: 'action.delete',
    icon: <IconDelete />,
    isDangerous: true,
    ...(isAsked
      ? {
          confirm: (row: RowOf<R>) => ({
            title: words('remove.title', { name: nameOf(resource, row) }),
            text: consequences(words, resource, consequence, { name: nameOf(resource, row) }),
            verb: words('action.delete'),
          }),
        }
      : {}),
    run: async (row, list) => {
      await removeOne(client, resource, idOf(row));
      list.reload();
      if (resource.hasBin) offerUndo(client, words, resource, [row], list);
      else notify.success(words('remove.done', { name: nameOf(resource, row) }));
    },
  };
}

/** What becomes of rows that are removed: for good, where there is no bin, and what the resource says beside that. */
function consequences(
  words: WordsFunction,
  resource: Resource,
  own: string,
  params: Readonly<Record<string, string>>,
): string {
  const general = words(resource.hasBin ? 'remove.bin_text' : 'remove.text');
  if (!words.has(own)) return general;
  return resource.hasBin ? words(own, params) : `${general} ${words(own, params)}`;
}

function batchRemoval<R extends Resource>(
  client: Client,
  words: WordsFunction,
  resource: R,
  removeFound: BatchAction<RowOf<R>>['run'] | undefined,
): BatchAction<RowOf<R>> {
  return {
    name: 'remove',
    label: 'action.delete',
    isDangerous: true,
    takesAll: removeFound !== undefined,
    confirm: (rows) => ({
      title: words('remove.many_title', { count: rows.length }),
      text: consequences(words, resource, `${resource.name}.remove.confirm_many`, {}),
      verb: words('action.delete'),
    }),
    run: async (rows, list) => {
      if (list.isBeyondPage && removeFound) return await removeFound(rows, list);
      const results = await Promise.allSettled(rows.map((row) => removeOne(client, resource, idOf(row))));
      const removed = rows.filter((_, index) => results[index]?.status === 'fulfilled');
      list.clearSelection();
      list.reload();
      if (removed.length < rows.length)
        notify.error(words('remove.some_failed', { done: removed.length, total: rows.length }));
      else if (resource.hasBin) offerUndo(client, words, resource, removed, list);
      else notify.success(words('remove.many_done', { count: removed.length }));
    },
  };
}

function removeOne(client: Client, resource: Resource, id: string): Promise<unknown> {
  return resource.hasBin
    ? client.post(resource.area, 'update_remove', { id, remove: 2 })
    : client.post(resource.area, 'remove', { id });
}

function offerUndo<R extends Resource>(
  client: Client,
  words: WordsFunction,
  resource: R,
  rows: readonly RowOf<R>[],
  list: ListHandle,
): void {
  const text =
    rows.length === 1
      ? words('remove.binned', { name: nameOf(resource, rows[0] as RowOf<R>) })
      : words('remove.many_binned', { count: rows.length });
  notify.withUndo(text, words('action.undo'), async () => {
    await Promise.all(
      rows.map((row) => client.post(resource.area, 'update_remove', { id: idOf(row), remove: 1 })),
    );
    list.reload();
  });
}
