import { Theme } from '@waypost/contract/constants';
import { atom } from 'jotai';

export type ThemeCode = (typeof Theme)[keyof typeof Theme];

const STORAGE_KEY = 'waypost.theme';

/** The stored choice, else what the system prefers. */
export function storedTheme(): ThemeCode {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === String(Theme.dark)) return Theme.dark;
  if (stored === String(Theme.light)) return Theme.light;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? Theme.dark : Theme.light;
}

/** Puts the theme on the document. Arco's variables follow the attribute on `body`. */
export function applyTheme(theme: ThemeCode): void {
  document.documentElement.dataset.theme = theme === Theme.dark ? 'dark' : 'light';
  if (theme === Theme.dark) document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

const stateAtom = atom<ThemeCode | undefined>(undefined);

/** The theme; writing it shows and keeps it. */
export const themeAtom = atom(
  (get): ThemeCode => get(stateAtom) ?? storedTheme(),
  (_get, set, theme: ThemeCode) => {
    localStorage.setItem(STORAGE_KEY, String(theme));
    applyTheme(theme);
    set(stateAtom, theme);
  },
);
