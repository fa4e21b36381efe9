import { IconStar } from '@arco-design/web-react/icon';
import { field, PAGE_SIZE_DEFAULT, type Resource } from '@waypost/contract';
import { type ListView, listViews, removeListView, saveListView } from '@waypost/contract/platform';
import { useState } from 'react';
import { useAction, useCall } from '../client/use-call.ts';
import { CallForm } from '../form/CallForm.tsx';
import { MenuButton, type MenuItem } from '../parts/MenuButton.tsx';
import { notify } from '../parts/notify.ts';
import { useAddressQuery } from '../parts/use-address-query.ts';
import { useWords } from '../words/context.tsx';
import { type ListState, writeListState } from './url-state.ts';

const FIELDS = { name: field(saveListView.body.shape.name) };

interface SavedViewsProps {
  resource: Resource;
  /** Under which name they are saved. */
  list: string;
  state: ListState;
  isNarrowed: boolean;
  /** Parameters of the address by which the screen itself narrows the list. */
  own: readonly string[];
}

/** The person's views of a list: chosen in a menu, and what is narrowed or sorted now saved as another one. */
export function SavedViews({ resource, list, state, isNarrowed, own }: SavedViewsProps) {
  const words = useWords();
  const [params, write] = useAddressQuery();
  const [isSaving, setSaving] = useState(false);
  const { data, refetch } = useCall(listViews, { list });
  const remove = useAction(removeListView);
  const views = data?.views ?? [];
  const query = queryOf(resource, state, { params, own });
  const current = views.find((view) => view.query === query);

  const show = (view: ListView) =>
    write((present) => {
      const next = withoutList(resource, present, own);
      for (const [name, value] of new URLSearchParams(view.query)) next.append(name, value);
      return next;
    });
  const removeView = async ({ name }: ListView) => {
    await remove.run({ list, name });
    await refetch();
  };
  const items: MenuItem[] = views.map((view) => ({
    name: `view.${view.name}`,
    label: view.name,
    isChecked: view === current,
    onSelect: () => show(view),
  }));
  if (current === undefined && (isNarrowed || state.sort !== undefined))
    items.push({ name: 'save', label: words('list.views.save'), onSelect: () => setSaving(true) });
  if (current !== undefined)
    items.push({
      name: 'remove',
      label: words('list.views.remove', { name: current.name }),
      isDangerous: true,
      onSelect: () => {
        // `useAction` has said why it failed.
        void removeView(current).catch(() => undefined);
      },
    });
  if (items.length === 0) return null;
  const label = words('list.views');
  return (
    <>
      <MenuButton label={label} text={current?.name ?? label} icon={<IconStar />} items={items} isFramed />
      {isSaving ? (
        <CallForm
          call={saveListView}
          name="list.view"
          fields={FIELDS}
          submit="action.save"
          drawer={{ title: words('list.views.save'), width: 420 }}
          about={list}
          toBody={({ name }) => ({ list, name: String(name), query })}
          onCancel={() => setSaving(false)}
          onSent={() => {
            setSaving(false);
            notify.success(words('list.views.saved'));
            void refetch();
          }}
        />
      ) : null}
    </>
  );
}

/** What a view keeps of an address: how the list is narrowed and sorted, whichever page is open. */
function queryOf(
  resource: Resource,
  state: ListState,
  { params, own }: { params: URLSearchParams; own: readonly string[] },
): string {
  const kept = writeListState(resource, { ...state, page: 1 }, new URLSearchParams());
  for (const name of own) for (const value of params.getAll(name)) kept.append(name, value);
  kept.sort();
  return kept.toString();
}

/** The rest of an address: which tab is open, whose rows are seen. */
function withoutList(resource: Resource, params: URLSearchParams, own: readonly string[]): URLSearchParams {
  const nothing = { page: 1, pageSize: PAGE_SIZE_DEFAULT, search: '', sort: undefined, filters: {} };
  const rest = writeListState(resource, nothing, params);
  for (const name of own) rest.delete(name);
  return rest;
}
