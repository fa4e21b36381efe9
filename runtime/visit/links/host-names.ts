import { nameHash } from '../rules/host-name.ts';
import { Slots } from './slots.ts';

const FIRST_NAMES = 64;
const FIRST_LETTERS = 1024;

/**
 * Names of hosts, each once under a small number, as `Names` keeps texts. They are compared off the JavaScript heap: in a Map of ten
 * thousand names bucket, key and letters are each elsewhere in memory, which cost a visit more than all else that it looks up.
 */
export class HostNames {
  readonly #names: string[] = [];
  readonly #slots = new Slots(FIRST_NAMES);
  /** Two words a name, by number: where its letters start, and its hash. */
  #words = new Uint32Array(FIRST_NAMES * 2);
  /** Of each name its length, then its letters as JavaScript counts them. */
  #letters = new Uint16Array(FIRST_LETTERS);
  #end = 0;

  /** How many there are: numbers run from 0 to before it. */
  get size(): number {
    return this.#names.length;
  }

  /** Number of a name, given out on first sight. */
  intern(name: string): number {
    const hash = nameHash(name);
    const known = this.find(name, hash);
    if (known >= 0) return known;
    const number = this.#names.length;
    this.#keep(name, hash, number);
    this.#names.push(name);
    this.#slots.insert(hash, number);
    return number;
  }

  /** Number of a name, or -1. */
  numberOf(name: string): number {
    return this.find(name, nameHash(name));
  }

  /** The same for whoever knows the name's `nameHash`. */
  find(name: string, hash: number): number {
    const slots = this.#slots;
    for (let slot = slots.start(hash); ; slot = slots.next(slot)) {
      const number = slots.ordinalAt(slot);
      if (number < 0 || (slots.hashAt(slot) === hash && this.isNamed(number, name))) return number;
    }
  }

  /** The `nameHash` of the name with this number. */
  hashOf(number: number): number {
    return this.#words[number * 2 + 1] as number;
  }

  /** Whether the name with this number is `name`. */
  isNamed(number: number, name: string): boolean {
    const letters = this.#letters;
    const start = this.#words[number * 2] as number;
    const { length } = name;
    if (letters[start] !== length) return false;
    for (let at = 0; at < length; at++) if (letters[start + 1 + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  nameOf(number: number): string {
    return this.#names[number] as string;
  }

  list(): readonly string[] {
    return this.#names;
  }

  #keep(name: string, hash: number, number: number): void {
    const { length } = name;
    if (length > 0xffff) throw new RangeError('the name of a host is too long');
    if (number * 2 === this.#words.length) {
      const grown = new Uint32Array(number * 4);
      grown.set(this.#words);
      this.#words = grown;
    }
    while (this.#end + 1 + length > this.#letters.length) {
      const grown = new Uint16Array(this.#letters.length * 2);
      grown.set(this.#letters);
      this.#letters = grown;
    }
    this.#words[number * 2] = this.#end;
    this.#words[number * 2 + 1] = hash;
    this.#letters[this.#end] = length;
    for (let at = 0; at < length; at++) this.#letters[this.#end + 1 + at] = name.charCodeAt(at);
    this.#end += 1 + length;
  }
}
