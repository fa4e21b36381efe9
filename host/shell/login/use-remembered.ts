import { clientStore, sessionAtom } from '@waypost/host-sdk/light';
import { useEffect, useEffectEvent, useState } from 'react';
import { canRemember, forget, type Locked, type Remembered, recall, remember } from './remembered.ts';

interface RememberedState {
  isWanted: boolean;
  setWanted: (isWanted: boolean) => void;
  /** A password waits behind the device's lock, for this account. */
  locked: Locked | undefined;
  /** Asks the person and fills the password in; false: they or the device refused. */
  unlock: () => Promise<boolean>;
  /** After signing in: keeps what was typed, or forgets what was kept. */
  settle: (entry: Remembered) => Promise<void>;
}

/** "Remember me" of the sign-in form; `fill` gets what was kept. */
export function useRemembered(
  fill: (known: { account?: string; password?: string }) => void,
): RememberedState {
  const [isWanted, setWanted] = useState(false);
  const [locked, setLocked] = useState<Locked>();
  const [kept, setKept] = useState<Remembered>();

  const found = useEffectEvent(fill);
  useEffect(() => {
    if (!canRemember()) return;
    void recall().then((known) => {
      if (!known) return;
      setWanted(true);
      if ('password' in known) {
        setKept(known);
        found(known);
      } else {
        setLocked(known);
        found({ account: known.account });
      }
    });
  }, []);

  return {
    isWanted,
    setWanted,
    locked,
    unlock: async () => {
      try {
        const password = await locked?.unlock();
        if (!locked || password === undefined) return false;
        setKept({ account: locked.account, password });
        setLocked(undefined);
        fill({ password });
        return true;
      } catch {
        // Somebody else's finger, or none at all: the password can still be typed.
        return false;
      }
    },
    settle: async (entry) => {
      if (!canRemember()) return;
      // A one-time password is worth nothing from now on.
      const isWorthIt = clientStore.get(sessionAtom)?.user.must_change_password !== true;
      const isKept = kept?.account === entry.account && kept.password === entry.password;
      try {
        if (!isWanted || !isWorthIt) await forget();
        else if (!isKept) await remember(entry);
      } catch {
        // The person did not want the device's lock, or a private window stores nothing: the sign-in itself worked.
      }
    },
  };
}
