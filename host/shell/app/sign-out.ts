import type { QueryClient } from '@tanstack/react-query';
import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { menuAtom } from '../menu/menu.ts';
import { lostSessionAtom } from './lost-session.ts';

/** Forgets the person and everything that was loaded for them. The router then shows the login page. */
export function endSession(queries: QueryClient): void {
  clientStore.set(sessionAtom, undefined);
  clientStore.set(lostSessionAtom, false);
  clientStore.set(menuAtom, undefined);
  queries.clear();
}

/** Forgets the person, but leaves the screen with what they typed until they decide to sign in again. */
export function loseSession(): void {
  clientStore.set(lostSessionAtom, true);
  clientStore.set(sessionAtom, undefined);
}
