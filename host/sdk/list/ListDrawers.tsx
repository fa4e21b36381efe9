import { useQuery as useDataQuery } from '@tanstack/react-query';
import type { Resource, RowOf } from '@waypost/contract';
import { type ReactNode, useCallback } from 'react';
import type { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { ResourceForm } from '../form/ResourceForm.tsx';
import type { ResourceFormProps } from '../form/resource-form-props.ts';
import { Drawer } from '../parts/Drawer.tsx';
import { notify } from '../parts/notify.ts';
import { ErrorState, Skeleton } from '../parts/states.tsx';
import { useQuery } from '../parts/use-navigation.tsx';
import type { SlotRow } from '../slot/contribution.ts';
import { Slot } from '../slot/Slot.tsx';
import { useWords } from '../words/context.tsx';
import { type OpenDrawer, parseDrawer } from './drawer-address.ts';

/**
 * What a list's drawer may say about its form. `initial` fills a new row; `onSaved` stands in the place of the notice
 * "Saved.": to be told of a write and keep the notice, take the list's `onChanged`.
 */
export type ListFormProps = Omit<
  ResourceFormProps,
  'resource' | 'mode' | 'id' | 'row' | 'frame' | 'onCancel'
>;

/** Which drawer the address opens, and a way to open another or none. */
export function useDrawer(): [OpenDrawer | undefined, (drawer: OpenDrawer | undefined) => void] {
  const [query, setQuery] = useQuery();
  const open = useCallback(
    (drawer: OpenDrawer | undefined) =>
      setQuery({
        drawer: drawer === undefined ? undefined : drawer.id ? `${drawer.kind}:${drawer.id}` : drawer.kind,
      }),
    [setQuery],
  );
  return [parseDrawer(query.get('drawer')), open];
}

interface ListDrawersProps<R extends Resource> {
  resource: R;
  drawer: OpenDrawer | undefined;
  onClose: () => void;
  form: ListFormProps | undefined;
  details: ((row: RowOf<R>) => ReactNode) | undefined;
  detailsActions: ((row: RowOf<R>) => ReactNode) | undefined;
  known: readonly RowOf<R>[] | undefined;
  onSaved: () => void;
}

/** The drawers of a list: create, edit, details. */
export function ListDrawers<R extends Resource>(props: ListDrawersProps<R>) {
  const { resource, drawer, onClose, form, details } = props;
  const words = useWords();
  if (!drawer) return null;
  if (drawer.kind === 'view')
    return details ? <DetailsDrawer {...props} id={drawer.id ?? ''} details={details} /> : null;
  if (!form) return null;
  return (
    <ResourceForm
      {...form}
      resource={resource}
      mode={drawer.kind}
      id={drawer.id}
      onCancel={onClose}
      onSaved={(result, values) => {
        onClose();
        props.onSaved();
        if (form.onSaved) form.onSaved(result, values);
        else notify.success(words('form.saved'));
      }}
      frame={({ title, body, buttons, onClose: close }) => (
        <Drawer title={title || words('form.edit_loading')} isOpen onClose={close} footer={buttons}>
          {body}
        </Drawer>
      )}
    />
  );
}

function DetailsDrawer<R extends Resource>({
  resource,
  id,
  details,
  detailsActions,
  known,
  onClose,
}: Omit<ListDrawersProps<R>, 'details'> & { id: string; details: (row: RowOf<R>) => ReactNode }) {
  const client = useClient();
  const words = useWords();
  const query = useDataQuery<RowOf<R>, ApiError>({
    queryKey: [resource.area, 'details', id],
    queryFn: ({ signal }) => client.details(resource, id, { signal }),
    enabled: resource.calls.includes('details'),
  });
  // The row of the list shows at once; the full one follows.
  const row = query.data ?? known?.find((candidate) => (candidate as { id: string }).id === id);
  const title = row ? String((row as Record<string, unknown>)[resource.title] ?? '') : words('state.loading');
  return (
    <Drawer title={title} isOpen onClose={onClose} footer={row ? detailsActions?.(row) : undefined}>
      {row ? details(row) : null}
      {row ? <Slot name={`${resource.name}.detail`} props={{ row: row as unknown as SlotRow }} /> : null}
      {!row && query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {row || query.isError ? null : <Skeleton lines={6} height={24} />}
    </Drawer>
  );
}
