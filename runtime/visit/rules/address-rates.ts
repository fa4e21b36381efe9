import type { Clock, Random } from '@waypost/sdk';
import type { RateMark } from './visit-rules.ts';

/** Addresses that are counted at once, of all rules together. More push those out that have come least. */
const SLOTS = 1 << 15;
/** Places that an address may take: so many are looked at, whatever comes. */
const WAYS = 4;
/** Words of a place: the rest of the hash, when its window ends (seconds since the process began), visits in it. */
const WORDS = 3;
const SECOND_MS = 1000;

/** How often addresses have come, by rules: a table that never grows, in this process's memory. */
export interface AddressRates {
  /**
   * Visits of an address within a window of so many seconds that begins with the first of them.
   * @param scope tells places apart that share one rule
   * @param isCounted false: this visit is only looked at, or was counted before
   * @param now milliseconds since 1970: the visit's own time, which is asked for once however many rules count it
   */
  count(
    visit: { mark: RateMark; scope: number; name: AddressName; isCounted: boolean; now: number },
    seconds: number,
  ): number;
  /** Works out by which words an address of 16 bytes is counted: once for all rules that ask. */
  nameOf(address: Uint8Array, into: AddressName): void;
}

/** Two words that stand for an address. */
export interface AddressName {
  first: number;
  second: number;
}

/** A stranger who knows the hash could push others out: it is another one in each process. */
export function createAddressRates({ clock, random }: { clock: Clock; random: Random }): AddressRates {
  const began = clock.now();
  const seeds = new Uint32Array(new Uint8Array(random.bytes(8)).buffer);
  const numbers = new WeakMap<RateMark, number>();
  let marks = 0;
  // 384 KB, made with the first rule that counts.
  let table: Uint32Array | undefined;

  const numberOf = (mark: RateMark): number => {
    let number = numbers.get(mark);
    if (number === undefined) {
      number = ++marks;
      numbers.set(mark, number);
    }
    return number;
  };

  return {
    nameOf(address, into) {
      into.first = hashOf(address, seeds[0] ?? 0);
      into.second = hashOf(address, seeds[1] ?? 0);
    },
    count({ isCounted, mark, name: { first: one, second }, now: time, scope }, seconds) {
      table ??= new Uint32Array(SLOTS * WORDS);
      const rule = mix(numberOf(mark), scope);
      const where = stir(one ^ rule);
      const name = stir(second ^ Math.imul(rule, 0x27d4eb2f)) || 1;
      const now = Math.max(0, Math.floor((time - began) / SECOND_MS));
      const first = (where & (SLOTS - WAYS)) * WORDS;
      let free = first;
      let least = Number.POSITIVE_INFINITY;
      for (let way = 0; way < WAYS; way++) {
        const at = first + way * WORDS;
        const isOver = (table[at + 1] as number) <= now;
        const count = isOver ? 0 : (table[at + 2] as number);
        if (table[at] === name && !isOver) {
          if (isCounted) table[at + 2] = count + 1;
          return isCounted ? count + 1 : count;
        }
        if (count < least) {
          least = count;
          free = at;
        }
      }
      if (!isCounted) return 1;
      table[free] = name;
      table[free + 1] = now + seconds;
      table[free + 2] = 1;
      return 1;
    },
  };
}

const mix = (first: number, second: number): number =>
  (Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b)) >>> 0;

/** Of an address of IPv6 only the network counts (64 bits): whoever has one address of it has them all. */
function hashOf(address: Uint8Array, seed: number): number {
  const end = isVersion4(address) ? 16 : 8;
  let hash = seed;
  for (let at = 0; at < end; at++) {
    hash = Math.imul(hash ^ (address[at] as number), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return stir(hash);
}

/** Spreads what is in some bits of a word over all of them. */
function stir(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function isVersion4(address: Uint8Array): boolean {
  for (let at = 0; at < 10; at++) if (address[at] !== 0) return false;
  return address[10] === 0xff && address[11] === 0xff;
}
