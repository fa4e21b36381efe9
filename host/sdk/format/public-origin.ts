import { atom, useAtomValue } from 'jotai';
import { clientStore } from '../session/session.ts';

/** The public address, an origin; the shell sets it as soon as the server has named it. Empty: there is none. */
export const publicOriginAtom = atom('');

/**
 * Where a link to a page of the product begins that is handed to somebody else. An installation that knows no address but the
 * machine's own is named as the browser knows it.
 */
export function usePublicOrigin(): string {
  return useAtomValue(publicOriginAtom, { store: clientStore }) || location.origin;
}
