import { MenuMode } from '@waypost/contract/constants';
import { atom } from 'jotai';

type MenuModeCode = (typeof MenuMode)[keyof typeof MenuMode];

const STORAGE_KEY = 'waypost.menu_mode';

const stateAtom = atom<MenuModeCode>(
  localStorage.getItem(STORAGE_KEY) === String(MenuMode.top) ? MenuMode.top : MenuMode.left,
);

/** Where the menu stands; writing it keeps it on this device. */
export const menuModeAtom = atom(
  (get) => get(stateAtom),
  (_get, set, mode: MenuModeCode) => {
    localStorage.setItem(STORAGE_KEY, String(mode));
    set(stateAtom, mode);
  },
);
