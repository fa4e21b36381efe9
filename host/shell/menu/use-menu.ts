import { useQuery } from '@tanstack/react-query';
import { type ApiError, clientStore, sessionAtom, useClient, useLanguage } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { fetchMenu } from './fetch-menu.ts';
import { type Menu, menuAtom } from './menu.ts';

/** Plugins are switched while people work: the realtime channel tells, this catches what it missed. */
const REFRESH_MS = 60_000;

/** Keeps the menu atom current while the back-office is open. */
export function useMenuLoading(): { error: ApiError | null; retry: () => void } {
  const client = useClient();
  const isSignedIn = useAtomValue(sessionAtom, { store: clientStore }) !== undefined;
  const locale = useLanguage();
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
