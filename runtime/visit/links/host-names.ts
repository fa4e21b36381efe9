import { nameHash } from '../rules/host-name.ts';
import { Slots } from './slots.ts';

const FIRST_NAMES = 64;
const FIRST_LETTERS = 1024;

/**
 * Names of hosts, each once under a small number, as `Names` keeps texts. They are looked up off the JavaScript heap: a visit asks
 * for its host anew, and in a Map of ten thousand names bucket, key and letters are each elsewhere in memory, which cost a visit
 * more than all else that it looks up. Here it is the slot and the letters, half a megabyte in all.
 */
export class HostNames {
  readonly #names: string[] = [];
  readonly #slots = new Slots(FIRST_NAMES);
  /** Where the letters of each name start, by number. */
  #starts = new Uint32Array(FIRST_NAMES);
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
    this.#keepLetters(name, number);
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
      if (number < 0) return -1;
      if (slots.hashAt(slot) === hash && this.#isAt(this.#starts[number] as number, name)) return number;
    }
  }

  nameOf(number: number): string {
    return this.#names[number] as string;
  }

  list(): readonly string[] {
    return this.#names;
  }

  #isAt(start: number, name: string): boolean {
    const letters = this.#letters;
    const { length } = name;
    if (letters[start] !== length) return false;
    for (let at = 0; at < length; at++) if (letters[start + 1 + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  #keepLetters(name: string, number: number): void {
    const { length } = name;
    if (length > 0xffff) throw new RangeError('the name of a host is too long');
    if (number === this.#starts.length) {
      const grown = new Uint32Array(number * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    while (this.#end + 1 + length > this.#letters.length) {
      const grown = new Uint16Array(this.#letters.length * 2);
      grown.set(this.#letters);
      this.#letters = grown;
    }
    this.#starts[number] = this.#end;
    this.#letters[this.#end] = length;
    for (let at = 0; at < length; at++) this.#letters[this.#end + 1 + at] = name.charCodeAt(at);
    this.#end += 1 + length;
  }
}
