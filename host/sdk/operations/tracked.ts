import { atom, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { clientStore } from '../session/session.ts';

/** Ids of the operations that this page started, newest first, until they are put away. */
export const trackedAtom = atom<readonly string[]>([]);
const MOST = 20;

/** Puts an operation into the tray. */
export function useTrackOperation(): (id: string) => void {
  const set = useSetAtom(trackedAtom, { store: clientStore });
  return useCallback(
    (id: string) => set((ids) => [id, ...ids.filter((other) => other !== id)].slice(0, MOST)),
    [set],
  );
}
