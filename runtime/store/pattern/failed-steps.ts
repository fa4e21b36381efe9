import type { Program, Step } from './program.ts';
import type { Places } from './trail.ts';

/** Longest memory of failed steps, in bits, and most of them that are noted one by one. */
const MOST_BITS = 2 ** 28;
const MOST_MARKED = 2 ** 20;

/** Remembers which steps failed at a place, so that none is tried there twice. */
export interface FailedSteps {
  /** Whether the step is known to fail at the place; it is from now on, unless the run succeeds. */
  has(split: Extract<Step, { kind: 'split' }>, place: number, places: Places): boolean;
  /** How many are marked, for `takeBack`. */
  count(): number;
  /** Takes back the marks of a run that succeeded: those since there were `from`. */
  takeBack(from: number): void;
}

/** The memory for one text; a program that cannot have one, or a text too long for it, remembers nothing. */
export const createFailedSteps = (program: Program, length: number): FailedSteps => {
  const width = program.states;
  const bits = (length + 1) * width;
  if (!program.isMemorable || bits > MOST_BITS) return NOTHING;
  const failed = new Uint32Array((bits >> 5) + 1);
  const marked: number[] = [];
  let hasUnnoted = false;
  return {
    has: ({ number, rounds }, place, places) => {
      let state = number;
      for (let index = 0; index < rounds.length; index += 1) {
        if (places[rounds[index] as number] === place) state += 1 << index;
      }
      const bit = place * width + state;
      const mask = 1 << (bit & 31);
      const word = bit >>> 5;
      if (((failed[word] as number) & mask) !== 0) return true;
      failed[word] = (failed[word] as number) | mask;
      if (marked.length < MOST_MARKED) marked.push(bit);
      else hasUnnoted = true;
      return false;
    },
    count: () => marked.length,
    takeBack: (from) => {
      if (hasUnnoted) {
        failed.fill(0);
        marked.length = 0;
        hasUnnoted = false;
        return;
      }
      for (const bit of marked.splice(from))
        failed[bit >>> 5] = (failed[bit >>> 5] as number) & ~(1 << (bit & 31));
    },
  };
};

const NOTHING: FailedSteps = { has: () => false, count: () => 0, takeBack: () => undefined };
