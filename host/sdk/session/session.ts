import { atom, createStore } from 'jotai';

/** What the shell and the screens know of the signed-in person; as `administrator/login` answers it. */
export interface User {
  id: string;
  account: string;
  name: string;
  role: string;
  role_name: string;
  is_super: boolean;
  permissions: readonly string[];
  must_change_password: boolean;
}

export interface SessionState {
  token: string;
  user: User;
}

const STORAGE_KEY = 'waypost.session';

/** The one store of client state: the shell, the SDK and all remotes share it. */
export const clientStore = createStore();

const stateAtom = atom<SessionState | undefined>(readStored());

/** The session; writing it also keeps it for the next visit of the page. */
export const sessionAtom = atom(
  (get) => get(stateAtom),
  (_get, set, next: SessionState | undefined) => {
    set(stateAtom, next);
    if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    else localStorage.removeItem(STORAGE_KEY);
  },
);

/** Follows sign-in and sign-out in other tabs. Returns what stops it. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) clientStore.set(stateAtom, readStored());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function readStored(): SessionState | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  const text = localStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : parseSession(text);
}

/** A stored session, or undefined when the text is not one: an older version's or somebody else's. */
export function parseSession(text: string): SessionState | undefined {
  try {
    const value = JSON.parse(text) as Partial<SessionState> | null;
    const isSession =
      typeof value?.token === 'string' &&
      value.token !== '' &&
      typeof value.user?.id === 'string' &&
      typeof value.user.account === 'string' &&
      Array.isArray(value.user.permissions);
    return isSession ? (value as SessionState) : undefined;
  } catch {
    // Not JSON: the same as nothing stored; the person signs in again.
    return undefined;
  }
}
