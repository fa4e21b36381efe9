import { keepColour, storedColour } from '@waypost/host-sdk/light';
import { atom } from 'jotai';

const stateAtom = atom<string | undefined>(storedColour());

/** The person's own colour; undefined: the installation's. Writing it keeps it on this device. */
export const colourAtom = atom(
  (get) => get(stateAtom),
  (_get, set, colour: string | undefined) => {
    keepColour(colour);
    set(stateAtom, colour);
  },
);
