import { useLocale } from '../words/context.tsx';
import { type Format, formatFor } from './format.ts';

/** Numbers and times in the user's language. */
export function useFormat(): Format {
  return formatFor(useLocale());
}
