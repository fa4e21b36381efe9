import { atom } from 'jotai';

/** Whose things somebody looks at. */
export type OwnerScope = { kind: 'own' } | { kind: 'everyone' } | { kind: 'one'; owner: string };

/** Name of the parameter that keeps it in an address. */
export const SCOPE_PARAMETER = 'scope';
const STORAGE_KEY = 'waypost.owner_scope';
const ID = /^[0-9a-f]{24}$/;

/** `own`, `all` or an account's id, as addresses have it; undefined for anything else. */
export function parseOwnerScope(text: string | null | undefined): OwnerScope | undefined {
  if (text === 'own') return { kind: 'own' };
  if (text === 'all') return { kind: 'everyone' };
  return text && ID.test(text) ? { kind: 'one', owner: text } : undefined;
}

export function ownerScopeText(scope: OwnerScope): string {
  if (scope.kind === 'one') return scope.owner;
  return scope.kind === 'own' ? 'own' : 'all';
}

/**
 * A scope as an address has it. It names the account also where somebody looks at their own things: whoever is given the
 * address has others.
 */
export function scopeAddress(scope: OwnerScope, user: string): string {
  return scope.kind === 'own' ? user : ownerScopeText(scope);
}

/** What an address says to somebody with this account; undefined where it says nothing. */
export function scopeInAddress(text: string | null | undefined, user: string): OwnerScope | undefined {
  const scope = parseOwnerScope(text);
  return scope?.kind === 'one' && scope.owner === user ? { kind: 'own' } : scope;
}

export interface OwnerScopeWish {
  inAddress: OwnerScope | undefined;
  /** What was chosen on another screen. */
  chosen: OwnerScope | undefined;
  /** What the screen opens with. */
  opensWith: 'own' | 'everyone';
  /** It is there to show everyone's: that somebody looked at the own ones elsewhere does not narrow it. */
  isForEveryone: boolean;
}

/** Whose things a screen shows to somebody who may see everyone's. */
export function ownerScopeOf(wish: OwnerScopeWish): OwnerScope {
  const { inAddress, chosen, opensWith, isForEveryone } = wish;
  if (inAddress) return inAddress;
  if (chosen && !(isForEveryone && chosen.kind === 'own')) return chosen;
  return { kind: opensWith };
}

interface Chosen {
  /** Account that chose: whoever logs in next on the same page has not. */
  by: string;
  scope: OwnerScope;
}

const chosenAtom = atom<Chosen | undefined>(readChosen());

/** What somebody has chosen in this tab; it goes with them from screen to screen and over a reload. */
export const chosenScopeAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, next: Chosen) => {
    set(chosenAtom, next);
    sessionStorage.setItem(STORAGE_KEY, `${next.by} ${ownerScopeText(next.scope)}`);
  },
);

function readChosen(): Chosen | undefined {
  if (typeof sessionStorage === 'undefined') return undefined;
  const [by = '', text] = (sessionStorage.getItem(STORAGE_KEY) ?? '').split(' ');
  const scope = parseOwnerScope(text);
  return scope && by !== '' ? { by, scope } : undefined;
}

/** The switch as the screen that is open has it; undefined while none of its things has an owner. */
export interface OwnerScopeInUse {
  scope: OwnerScope;
  choose: (scope: OwnerScope) => void;
}
export const scopeInUseAtom = atom<OwnerScopeInUse | undefined>(undefined);
