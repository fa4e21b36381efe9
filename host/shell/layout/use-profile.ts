import { useQuery } from '@tanstack/react-query';
import type { LoginResult } from '@waypost/contract/platform';
import { type ApiError, clientStore, isSessionHeld, sessionAtom, useClient } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { callPlatform } from '../app/call-platform.ts';
import { endSession } from '../app/sign-out.ts';

/**
 * Asks who is signed in, at start and whenever the tab comes back: permissions may have changed. An empty profile
 * ends the session; a failed connection or a 5xx does not.
 */
export function useProfile(): void {
  const client = useClient();
  const isSignedIn = useAtomValue(sessionAtom, { store: clientStore }) !== undefined;
  const query = useQuery<LoginResult, ApiError>({
    queryKey: ['administrator', 'profile'],
    queryFn: ({ signal }) => callPlatform(client, 'administrator/profile', {}, { signal }),
    enabled: isSignedIn,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    // An answer from before says nothing while nobody knows whose page this is.
    if (query.data === undefined || isSessionHeld()) return;
    const user = query.data?.user_info;
    const session = clientStore.get(sessionAtom);
    if (!user?.id) endSession();
    else if (session && JSON.stringify(session.user) !== JSON.stringify(user))
      clientStore.set(sessionAtom, { ...session, user });
  }, [query.data]);
}
