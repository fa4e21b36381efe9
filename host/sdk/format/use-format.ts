import { useAtomValue } from 'jotai';
import { clientStore } from '../session/session.ts';
import { useLanguage } from '../words/context.tsx';
import { type Format, formatFor } from './format.ts';
import { timeZoneAtom } from './time-zone.ts';

/** Numbers and times in the user's language, times in the platform's zone. */
export function useFormat(): Format {
  return formatFor(useLanguage(), useAtomValue(timeZoneAtom, { store: clientStore }));
}
