import { atom, createStore } from 'jotai';

/** What the shell and the screens know of the logged-in person; as `administrator/login` answers it. */
export interface User {
  id: string;
  account: string;
  name: string;
  role: string;
  role_name: string;
  is_super: boolean;
  permissions: readonly string[];
  must_change_password: boolean;
  /** Nothing can be done before a second factor is set up. */
  must_set_second_factor?: boolean | undefined;
  /** Account of the operator who acts as this one. */
  acted_by?: string | undefined;
}

export interface SessionState {
  token: string;
  user: User;
  /** The operator's own session, while they act as `user`, and the address where it was left. */
  own?: { token: string; user: User; at: string };
}

const STORAGE_KEY = 'waypost.session';
/** Whose session the server has ended, for the other tabs: what is taken out of the storage without it is a log-out. */
const ENDED_KEY = 'waypost.session_ended';

/** The one store of client state: the shell, the SDK and all remotes share it. */
export const clientStore = createStore();

const stateAtom = atom<SessionState | undefined>(readStored());
const endedAtom = atom<User | undefined>(undefined);
const strangerAtom = atom<User | undefined>(undefined);

/** Whose session the server has ended in the middle of their work: they are asked for the password where they stand. */
export const endedUserAtom = atom((get) => get(endedAtom));

/** Who has logged in in another tab while this one still shows somebody else's work. */
export const otherUserAtom = atom((get) => get(strangerAtom));

/** Whose page this is: the logged-in person's, also after the server has ended their session. */
export const userAtom = atom((get) => get(stateAtom)?.user ?? get(endedAtom));

/** The session; writing it also keeps it for the next visit of the page. Undefined: the person has left. */
export const sessionAtom = atom(
  (get) => get(stateAtom),
  (_get, set, next: SessionState | undefined) => {
    set(endedAtom, undefined);
    set(strangerAtom, undefined);
    set(stateAtom, next);
    // In this order: whoever is told of the second finds the first.
    if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    else localStorage.removeItem(STORAGE_KEY);
    localStorage.removeItem(ENDED_KEY);
  },
);

/** Goes on as somebody else; the own session is kept for the way back, and where it was left. `loadAs` comes next. */
export function beginActing({ token, user }: { token: string; user: User }): void {
  const own = clientStore.get(stateAtom);
  if (!own) return;
  const left = { token: own.token, user: own.user, at: location.hash };
  keepForNextLoad({ token, user, own: left });
}

/** Back to the own session; answers where it was left, undefined when nobody acts as anybody. `loadAs` comes next. */
export function endActing(): string | undefined {
  const own = clientStore.get(stateAtom)?.own;
  if (!own) return undefined;
  keepForNextLoad({ token: own.token, user: own.user });
  return own.at;
}

/** Whoever the page is loaded for next. What is shown until then asks nothing in their name: it was the other's. */
function keepForNextLoad(next: SessionState): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  localStorage.removeItem(ENDED_KEY);
}

/**
 * Loads the page anew for whoever the session is: nothing that was loaded for the one is shown to the other. The address
 * changes without a word to the router, which would still go by the menu of before.
 */
export function loadAs(hash = '#/customer?signed_in'): void {
  history.replaceState(null, '', hash);
  location.reload();
}

/**
 * The server has ended the session that is in use: the token is forgotten, in all tabs, and whose it was stays. Where
 * another tab has a newer session by now, that one is taken over.
 */
export function suspendSession(): void {
  const session = clientStore.get(stateAtom);
  if (!session) return;
  // Whoever acted as somebody has an own session: nobody is asked for a customer's password.
  const left = endActing();
  if (left !== undefined) {
    loadAs(left);
    return;
  }
  const stored = readStored();
  if (stored && stored.token !== session.token) {
    takeOver(stored);
    return;
  }
  suspendHere(session.user);
  // In this order: whoever is told of the second finds the first.
  localStorage.setItem(ENDED_KEY, session.user.id);
  localStorage.removeItem(STORAGE_KEY);
}

/** The next session after one that has ended. Somebody else's is not gone on with: nothing typed goes out under their name. */
export function resumeSession(next: SessionState): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  localStorage.removeItem(ENDED_KEY);
  takeOver(next);
}

/** Whether calls have to wait: nobody knows yet in whose name they are made. */
export function isSessionHeld(): boolean {
  return clientStore.get(endedAtom) !== undefined || clientStore.get(strangerAtom) !== undefined;
}

/** The token of a person's session, as soon as it is known to be theirs; undefined when they left, or it is somebody else's. */
export function tokenOf(user: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (isSessionHeld()) return;
      for (const end of stop) end();
      const session = clientStore.get(stateAtom);
      resolve(session?.user.id === user ? session?.token : undefined);
    };
    // Later than the writes of one change: between them the state is neither the old nor the new one.
    const later = () => queueMicrotask(look);
    const stop = [endedAtom, strangerAtom].map((held) => clientStore.sub(held, later));
    look();
  });
}

/** Follows login and logout in other tabs. Returns what stops it. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    const next = readStored();
    // Nobody waits for a password any more, and nobody has logged in: the person has left.
    if (event.key === ENDED_KEY && event.newValue === null && next === undefined) forgetHere();
    if (event.key !== STORAGE_KEY) return;
    const user = clientStore.get(userAtom);
    if (next) takeOver(next);
    else if (user !== undefined && localStorage.getItem(ENDED_KEY) === user.id) suspendHere(user);
    else forgetHere();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function suspendHere(user: User): void {
  clientStore.set(endedAtom, user);
  clientStore.set(stateAtom, undefined);
}

function forgetHere(): void {
  clientStore.set(stateAtom, undefined);
  clientStore.set(endedAtom, undefined);
  clientStore.set(strangerAtom, undefined);
}

/** A session that was opened elsewhere: the same person goes on with it, anybody else's is only told of. */
function takeOver(next: SessionState): void {
  const user = clientStore.get(userAtom);
  if (user !== undefined && user.id !== next.user.id) {
    clientStore.set(strangerAtom, next.user);
    return;
  }
  clientStore.set(stateAtom, next);
  clientStore.set(endedAtom, undefined);
  clientStore.set(strangerAtom, undefined);
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
    // Not JSON: the same as nothing stored; the person logs in again.
    return undefined;
  }
}
