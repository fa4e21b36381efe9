import type { Finding } from './values.ts';

/** Two findings that count lie this far apart at least. */
export const APART_MS = 60_000;
/** Findings that are looked back at, and how many of them carry a change. */
const LOOKED_BACK = 3;
const NEEDED = 2;

/** A finding that counts. */
export interface Vote {
  /** Milliseconds since 1970. */
  at: number;
  is: Exclude<Finding, 'unknown'>;
  /** Whoever was asked; empty: it makes no difference. */
  by: string;
}

/** What is believed of one facet. */
export interface Belief {
  is: Finding;
  /** Since when it is believed; null: nothing is. */
  since: number | null;
  /** The last findings that counted since then, oldest first. */
  votes: Vote[];
}

export const NOTHING_BELIEVED: Belief = { is: 'unknown', since: null, votes: [] };

/**
 * What is believed after one more finding. A change needs two of the last three that are known, a minute apart, and of
 * different resolvers where several are asked, or else all three. What nobody could say is no vote, and neither is what the
 * clock had not reached yet: it was put back since.
 * @param look.areSeveral whether several could be asked
 */
export function believe(
  belief: Belief,
  look: { finding: Finding; at: number; by: string; areSeveral: boolean },
): Belief {
  const { finding, at, by } = look;
  if (finding === 'unknown') return belief;
  const past = belief.votes.filter((vote) => vote.at <= at);
  const last = past.at(-1);
  if (last !== undefined && at - last.at < APART_MS) return { ...belief, votes: past };
  const votes = [...past, { at, is: finding, by }].slice(-LOOKED_BACK);
  const agreeing = votes.filter((vote) => vote.is === finding);
  if (finding === belief.is || !carry(agreeing, look.areSeveral)) return { ...belief, votes };
  // The next change needs findings of its own.
  return { is: finding, since: at, votes: [{ at, is: finding, by }] };
}

function carry(agreeing: readonly Vote[], areSeveral: boolean): boolean {
  if (agreeing.length < NEEDED) return false;
  return (
    !areSeveral || new Set(agreeing.map(({ by }) => by)).size >= NEEDED || agreeing.length === LOOKED_BACK
  );
}

/** Whether the last finding speaks against what is believed, or nothing is believed yet: it is soon looked at again. */
export function isDoubted({ is, votes }: Belief): boolean {
  const last = votes.at(-1);
  return last !== undefined && last.is !== is;
}
