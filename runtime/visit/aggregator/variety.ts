import { createRecent } from '../derive/recent.ts';

/** Different referrers by which one visitor's visits to a code are told apart on a day. */
export const VISITOR_REFERRERS = 8;
/** The same of user agents: more, because an office or a whole provider may be behind one address. */
export const VISITOR_AGENTS = 32;
/** Of languages: a family may share an address. */
export const VISITOR_LANGUAGES = 8;
/** Of campaigns. */
export const VISITOR_CAMPAIGNS = 8;
/** Visitors whose values are remembered: about 3 MiB. One who is forgotten begins anew. Of most there is one value, which is kept without a list. */
const VISITORS = 20_000;
const DAY_MS = 86_400_000;

/**
 * Says whether a value is one of the first `most` that a visitor came with on a day (UTC). Whoever makes up another referrer or
 * user agent for each visit would otherwise take the places that a code's day has for the values of everybody.
 */
export function createVariety(most: number): (visitor: string, time: number, value: string) => boolean {
  const seen = createRecent<{ day: number; first: string; others: string[] | undefined }>(VISITORS);
  return (visitor, time, value) => {
    const day = Math.floor(time / DAY_MS);
    const known = seen.get(visitor);
    if (known === undefined || known.day !== day) {
      seen.set(visitor, { day, first: value, others: undefined });
      return true;
    }
    if (known.first === value || known.others?.includes(value)) return true;
    if ((known.others?.length ?? 0) + 1 >= most) return false;
    known.others ??= [];
    known.others.push(value);
    return true;
  };
}
