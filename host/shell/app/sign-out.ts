import type { QueryClient } from '@tanstack/react-query';
import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { forget } from '../login/remembered.ts';
import { menuAtom } from '../menu/menu.ts';
import { lostSessionAtom } from './lost-session.ts';

/** What "remember me" kept goes with the session: whoever leaves or is refused leaves no password behind. */
function forgetPassword(): void {
  forget().catch(() => {
    // A browser that stores nothing has kept nothing.
  });
}

/** Forgets the person and everything that was loaded for them. The router then shows the login page. */
export function endSession(queries: QueryClient): void {
  forgetPassword();
  clientStore.set(sessionAtom, undefined);
  clientStore.set(lostSessionAtom, false);
  clientStore.set(menuAtom, undefined);
  queries.clear();
}

/** Forgets the person, but leaves the screen with what they typed until they decide to sign in again. */
export function loseSession(): void {
  forgetPassword();
  clientStore.set(lostSessionAtom, true);
  clientStore.set(sessionAtom, undefined);
}
