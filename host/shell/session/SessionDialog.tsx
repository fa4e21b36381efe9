import { clientStore, endedUserAtom, otherUserAtom, useUser } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { endSession } from '../app/sign-out.ts';
import { AskPassword } from './AskPassword.tsx';
import { OtherAccount } from './OtherAccount.tsx';

const store = { store: clientStore };

/**
 * Stands over the page while nobody knows in whose name it goes on: after the server has ended the session, and after
 * somebody else has logged in in another tab. Calls wait meanwhile.
 */
export function SessionDialog() {
  const ended = useAtomValue(endedUserAtom, store);
  const other = useAtomValue(otherUserAtom, store);
  const user = useUser();
  useEffect(
    () => () => {
      // The way out of the back-office without a password is the way out of the account.
      if (clientStore.get(endedUserAtom)) endSession();
    },
    [],
  );
  if (other && user) return <OtherAccount other={other} own={user} />;
  return ended ? <AskPassword user={ended} /> : null;
}
