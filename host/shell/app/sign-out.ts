import type { QueryClient } from '@tanstack/react-query';
import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { menuAtom } from '../menu/menu.ts';

/** Forgets the person and everything that was loaded for them. The router then shows the login page. */
export function endSession(queries: QueryClient): void {
  clientStore.set(sessionAtom, undefined);
  clientStore.set(menuAtom, undefined);
  queries.clear();
}
