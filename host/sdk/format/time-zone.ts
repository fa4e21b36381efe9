import { atom } from 'jotai';

/**
 * The platform's time zone (TIME_ZONE), in which every screen tells times: people in several places read the same ones.
 * The shell sets it as soon as the server has named it; undefined until then: the browser's.
 */
export const timeZoneAtom = atom<string | undefined>(undefined);

/** Whether the browser knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
