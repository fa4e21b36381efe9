import { useQuery } from '@tanstack/react-query';
import {
  type ApiError,
  type Client,
  clientStore,
  sessionAtom,
  useClient,
  useLocale,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { type Menu, type MenuNode, menuAtom, type RemoteAddress } from './menu.ts';

/** Plugins are switched while people work: the realtime channel tells, this catches what it missed. */
const REFRESH_MS = 60_000;

interface MenuAnswer {
  tree_menu_arr: MenuNode[];
  remotes?: RemoteAddress[];
  generation?: number;
}

/** Asks for the menu of the signed-in person. @throws ApiError */
export async function fetchMenu(client: Client, signal?: AbortSignal): Promise<Menu> {
  const answer = await client.post<MenuAnswer>('menu', 'tree', {}, { signal });
  return {
    tree: answer.tree_menu_arr,
    remotes: answer.remotes ?? [],
    generation: answer.generation ?? 0,
  };
}

/** Keeps the menu atom current while the back-office is open. */
export function useMenuLoading(): { error: ApiError | null; retry: () => void } {
  const client = useClient();
  const isSignedIn = useAtomValue(sessionAtom, { store: clientStore }) !== undefined;
  const locale = useLocale();
  const query = useQuery<Menu, ApiError>({
    queryKey: ['menu', 'tree', locale],
    queryFn: ({ signal }) => fetchMenu(client, signal),
    enabled: isSignedIn,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    if (query.data) clientStore.set(menuAtom, query.data);
  }, [query.data]);
  return { error: query.data ? null : query.error, retry: () => void query.refetch() };
}
