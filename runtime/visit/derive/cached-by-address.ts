import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { wordAt } from '../links/bytes.ts';
import { cached } from './cached.ts';

/** Addresses of IPv4 that are remembered: 2 MB. */
const SLOTS = 1 << 17;
/** Slots among which an address has its place: the one that was filled first makes room. */
const WAYS = 4;
/** Other addresses, whole networks of which one visitor has: as texts. */
const CACHED_TEXTS = 5_000;
const FIRST_OF_IPV4 = ADDRESS_BYTES - 4;
/** The last two of the twelve bytes before an IPv4 address, ::ffff:0:0/96, and the zeros before them. */
const MAPPED = 0xffff_0000;

/**
 * Keeps the answers of a slow pure function of addresses without making a text of each: a visit looks one up in less time
 * than the hash of a text takes.
 * @param slow takes 16 bytes as latin1 text
 * @returns takes 16 bytes
 */
export function cachedByAddress<T extends object>(slow: (address: string) => T): (bytes: Buffer) => T {
  const byText = cached(CACHED_TEXTS, slow);
  const addresses = new Uint32Array(SLOTS);
  const answers: (T | undefined)[] = new Array(SLOTS).fill(undefined);
  let next = 0;
  return (bytes) => {
    if (!isMapped(bytes)) return byText(bytes.toString('latin1'));
    const address = wordAt(bytes, FIRST_OF_IPV4);
    const first = (Math.imul(address, 0x9e37_79b1) >>> 15) & (SLOTS - 1) & ~(WAYS - 1);
    for (let slot = first; slot < first + WAYS; slot++) {
      const answer = answers[slot];
      if (answer !== undefined && addresses[slot] === address) return answer;
    }
    const answer = slow(bytes.toString('latin1'));
    const slot = first + (next++ & (WAYS - 1));
    addresses[slot] = address;
    answers[slot] = answer;
    return answer;
  };
}

function isMapped(bytes: Buffer): boolean {
  return wordAt(bytes, 8) === MAPPED && wordAt(bytes, 4) === 0 && wordAt(bytes, 0) === 0;
}
