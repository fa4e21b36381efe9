import type { Random } from '@waypost/sdk';

/** The same numbers in each run: mulberry32, whose constants these are (Tommy Ettinger, public domain). */
export function createTestRandom(seed = 1): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    number: () => next() / 2 ** 32,
  };
}
