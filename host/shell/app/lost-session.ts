import { atom } from 'jotai';

/** The server refused something that a person wanted to change: the session is gone, the screen stays until they decide. */
export const lostSessionAtom = atom(false);

/** Calls that only read; when one of them is refused there is nothing of the person's to lose. */
const READING = /(^|_)(inquire|details|tree|profile|challenge)$/;

export function isReading(call: string): boolean {
  return READING.test(call);
}
