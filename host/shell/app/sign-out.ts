import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { atom } from 'jotai';
import { forget, forgetOpen } from '../login/remembered.ts';

/** Somebody who is not signed in wanted to change something that needs it. */
export const refusedAtom = atom(false);

/** Forgets the person, and with them all that was loaded and typed for them. The router then shows the login page. */
export function endSession(): void {
  // What "remember me" kept goes with the session: whoever leaves leaves no password behind.
  forget().catch(() => {
    // A browser that stores nothing has kept nothing.
  });
  clientStore.set(sessionAtom, undefined);
}

/** The server has ended the session: only a password that nobody has to unlock goes with it. */
export function forgetOpenPassword(): void {
  forgetOpen().catch(() => {
    // A browser that stores nothing has kept nothing.
  });
}
