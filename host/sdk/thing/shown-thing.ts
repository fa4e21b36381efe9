import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { clientStore } from '../session/session.ts';

/** The thing whose page is open. */
export interface ShownThing {
  /** Screen of the list that it stands in, which the menu marks for it. */
  screen: string;
  name: string;
}

const shownThingAtom = atom<ShownThing | undefined>(undefined);

/** For the shell: a screen that is the page of a thing stands in the thing's list, not where its own route does. */
export function useShownThing(): ShownThing | undefined {
  return useAtomValue(shownThingAtom, { store: clientStore });
}

/** Tells the shell of the thing while the page is open; an empty name: it is not known yet, or there is none. */
export function useTellThing(screen: string, name: string): void {
  useEffect(() => {
    clientStore.set(shownThingAtom, { screen, name });
    return () => clientStore.set(shownThingAtom, undefined);
  }, [screen, name]);
}
