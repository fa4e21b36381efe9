import { spend } from '../work/effort.ts';
import { growthOf, isAnchored, sizeOf } from './cost.ts';
import { buildProgram, type Program } from './program.ts';
import { runProgram } from './run.ts';
import { type Pattern, parsePattern } from './tree.ts';

/** What a pattern found: where, and what its groups hold. */
export interface Found {
  index: number;
  text: string;
  groups: (string | undefined)[];
}

/** A regular expression whose search ends in a time that is known, or looks at the clock (effort.ts). */
export interface TextSearch {
  test(text: string): boolean;
  /** The matches from left to right, none overlapping another. */
  matches(text: string): Generator<Found>;
}

/** Steps of the language's own engine that may be done in one go: about a millisecond. */
const MOST_STEPS = 1_000_000;
/** Texts so short are given to the language's engine whatever the pattern. */
const SHORT = 12;

/**
 * Searches with the language's own engine where that cannot take long, and step by step (run.ts) where the time of a
 * search that tries one way after the other would grow out of proportion. Both find the same.
 */
export const createSearch = (expression: RegExp): TextSearch => {
  let pattern: (Pattern & { growth: number; size: number }) | undefined;
  let program: Program | undefined;
  const { source, flags } = expression;
  const repeated = new RegExp(source, `${flags}g`);

  const isShort = (text: string): boolean => {
    if (text.length <= SHORT) return true;
    if (pattern === undefined) {
      const parsed = parsePattern(source, flags.includes('u'));
      const growth = growthOf(parsed.root) + (isAnchored(parsed.root) ? 0 : 1);
      pattern = { ...parsed, growth, size: sizeOf(parsed.root) };
    }
    return pattern.size * text.length ** pattern.growth <= MOST_STEPS;
  };
  const runOver = (text: string) => {
    program ??= buildProgram(pattern as Pattern, flags);
    return runProgram(program, text);
  };

  return {
    test: (text) => {
      spend(1 + text.length / 16);
      return isShort(text) ? expression.test(text) : runOver(text).find(0) !== undefined;
    },
    matches: function* (text) {
      if (isShort(text)) {
        for (const found of text.matchAll(repeated)) {
          spend();
          yield { index: found.index, text: found[0], groups: found.slice(1) };
        }
        return;
      }
      const run = runOver(text);
      for (let from = 0; from <= text.length; ) {
        const places = run.find(from);
        if (places === undefined) return;
        const [index, end] = [places[0] as number, places[1] as number];
        const groups: (string | undefined)[] = [];
        for (let slot = 2; slot < places.length; slot += 2) {
          const [begin, until] = [places[slot] as number, places[slot + 1] as number];
          groups.push(begin < 0 || until < 0 ? undefined : text.slice(begin, until));
        }
        yield { index, text: text.slice(index, end), groups };
        from = end > index ? end : end + lengthAt(text, end, flags);
      }
    },
  };
};

/** Units of the character at a place. */
const lengthAt = (text: string, place: number, flags: string): number =>
  flags.includes('u') && (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
