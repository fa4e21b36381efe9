import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { wordAt } from '../links/bytes.ts';
import { cached } from './cached.ts';

/** Addresses of IPv4 that are remembered: 2 MB. */
const SLOTS = 1 << 18;
/** Slots among which an address has its place, 32 bytes, which the processor fetches at once: the one that was filled first makes room. */
const WAYS = 4;
/** Words of a slot: the address, and the number of its answer; 0 where there is none. */
const WORDS = 2;
/** Different answers; what answers with more begins anew. */
const MOST_ANSWERS = 1 << 16;
/** Other addresses, whole networks of which one visitor has: as texts. */
const CACHED_TEXTS = 5_000;
const FIRST_OF_IPV4 = ADDRESS_BYTES - 4;
/** The last two of the twelve bytes before an IPv4 address, ::ffff:0:0/96, and the zeros before them. */
const MAPPED = 0xffff_0000;

/**
 * Keeps the answers of a slow pure function of addresses without making a text of each: a visit looks one up in less time
 * than the hash of a text takes.
 * @param slow takes 16 bytes as latin1 text; many addresses have the same object as their answer
 * @returns takes 16 bytes
 */
export function cachedByAddress<T extends object>(slow: (address: string) => T): (bytes: Buffer) => T {
  const byText = cached(CACHED_TEXTS, slow);
  const slots = new Uint32Array(SLOTS * WORDS);
  const numbers = new Map<T, number>();
  /** By their numbers, which begin at 1. */
  const answers: T[] = [];
  let next = 0;
  const numberOf = (answer: T): number => {
    const known = numbers.get(answer);
    if (known !== undefined) return known;
    if (answers.length > MOST_ANSWERS) {
      slots.fill(0);
      numbers.clear();
      answers.length = 0;
    }
    if (answers.length === 0) answers.push(answer);
    const number = answers.push(answer) - 1;
    numbers.set(answer, number);
    return number;
  };
  return (bytes) => {
    if (!isMapped(bytes)) return byText(bytes.toString('latin1'));
    const address = wordAt(bytes, FIRST_OF_IPV4);
    const first = ((Math.imul(address, 0x9e37_79b1) >>> 14) & (SLOTS - WAYS)) * WORDS;
    for (let slot = first; slot < first + WAYS * WORDS; slot += WORDS)
      if (slots[slot] === address && slots[slot + 1] !== 0) return answers[slots[slot + 1] as number] as T;
    const answer = slow(bytes.toString('latin1'));
    const number = numberOf(answer);
    const slot = first + (next++ & (WAYS - 1)) * WORDS;
    slots[slot] = address;
    slots[slot + 1] = number;
    return answer;
  };
}

function isMapped(bytes: Buffer): boolean {
  return wordAt(bytes, 8) === MAPPED && wordAt(bytes, 4) === 0 && wordAt(bytes, 0) === 0;
}
