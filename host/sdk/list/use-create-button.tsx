import { IconPlus } from '@arco-design/web-react/icon';
import type { Resource } from '@waypost/contract';
import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { useGo } from '../parts/use-navigation.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import type { useDrawer } from './ListDrawers.tsx';
import type { ResourceListProps } from './resource-list-props.ts';

/** The list's primary button, in the middle of an empty one and over any other: one primary button a view; null where nothing can be created, or not by who is logged in. */
export function useCreateButton<R extends Resource>(
  { resource, hide, createTo, form, begin }: ResourceListProps<R>,
  openDrawer: ReturnType<typeof useDrawer>[1],
): ReactNode {
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  if (begin !== undefined) return begin;
  const canCreate =
    resource.calls.includes('add') &&
    hide?.includes('create') !== true &&
    (createTo !== undefined || form !== false) &&
    may(`${resource.name}:create`);
  if (!canCreate) return null;
  return (
    <Button
      kind="primary"
      icon={<IconPlus />}
      onClick={() => (createTo ? go(createTo) : openDrawer({ kind: 'create', id: undefined }))}
    >
      {words.first([`${resource.name}.create`, 'action.create'])}
    </Button>
  );
}
