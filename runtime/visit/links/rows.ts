/**
 * What a visit needs of a link besides its targets: eight words a link, half a cache line, because a look-up among a
 * million links costs as much as the cache lines it touches.
 */
export const ROW_WORDS = 8;
/** Number of the host in the index's names. */
export const HOST = 0;
/** Position of the record in the arena; NO_RECORD where an ordinal holds no link. */
export const RECORD = 1;
/** Seconds since 1970 from which it has expired; 0 never. */
export const EXPIRY = 2;
/** Three words, little endian. */
export const ID = 3;
/** Number of the owner in the index's names. */
export const OWNER = 6;
/** Rule bits 0-15 (compiled-link.ts), state 16-23, number of the plugin 24-31. */
export const RULES = 7;

export const NO_RECORD = 0xffffffff;

export function packRules(bits: number, state: number, plugin: number): number {
  return (bits | (state << 16) | (plugin << 24)) >>> 0;
}

export const bitsOf = (rules: number): number => rules & 0xffff;
export const stateOf = (rules: number): number => (rules >>> 16) & 0xff;
export const pluginOf = (rules: number): number => rules >>> 24;
