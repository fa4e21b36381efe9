/**
 * Open addressing from hashes to ordinals, with linear probing and removal by shifting back, so that no tombstones pile
 * up. A slot is two words side by side, hash and ordinal + 1 (0: free), so that a look-up rarely leaves its cache line.
 */
export class Slots {
  #words: Uint32Array;
  #mask: number;
  #size = 0;

  /** `expected` ordinals are held without growing. */
  constructor(expected: number) {
    let capacity = 64;
    while (capacity * 2 < expected * 3) capacity *= 2;
    this.#words = new Uint32Array(capacity * 2);
    this.#mask = capacity - 1;
  }

  /** The table as a snapshot holds it. */
  get table(): { words: Uint32Array; size: number } {
    return { words: this.#words, size: this.#size };
  }

  /**
   * Takes the table of a snapshot in place of its own, which holds `size` ordinals below `end`.
   * @throws RangeError when no table looks like that: it would be searched for ever, or lead to rows that are not there
   */
  restore(words: Uint32Array, size: number, end: number): void {
    const capacity = words.length / 2;
    const isTable = Number.isInteger(Math.log2(capacity)) && size * 3 <= capacity * 2;
    if (!isTable || countBelow(words, end) !== size) throw new RangeError('not a table of slots');
    this.#words = words;
    this.#mask = capacity - 1;
    this.#size = size;
  }

  /** First slot to look at for a hash; go on with `next` until `ordinalAt` gives -1. */
  start(hash: number): number {
    return hash & this.#mask;
  }

  next(slot: number): number {
    return (slot + 1) & this.#mask;
  }

  hashAt(slot: number): number {
    return this.#words[slot * 2] as number;
  }

  ordinalAt(slot: number): number {
    return (this.#words[slot * 2 + 1] as number) - 1;
  }

  insert(hash: number, ordinal: number): void {
    if ((this.#size + 1) * 3 > (this.#mask + 1) * 2) this.#grow();
    this.#place(hash, ordinal + 1);
    this.#size++;
  }

  /** Removes an ordinal that was inserted with this hash. */
  remove(hash: number, ordinal: number): void {
    let hole = this.start(hash);
    while (this.ordinalAt(hole) !== ordinal) {
      if (this.ordinalAt(hole) < 0) return;
      hole = this.next(hole);
    }
    this.#size--;
    for (let slot = this.next(hole); this.ordinalAt(slot) >= 0; slot = this.next(slot)) {
      const home = this.start(this.hashAt(slot));
      if (((slot - home) & this.#mask) < ((slot - hole) & this.#mask)) continue;
      this.#words.copyWithin(hole * 2, slot * 2, slot * 2 + 2);
      hole = slot;
    }
    this.#words[hole * 2 + 1] = 0;
  }

  #place(hash: number, value: number): void {
    let slot = this.start(hash);
    while (this.#words[slot * 2 + 1] !== 0) slot = this.next(slot);
    this.#words[slot * 2] = hash;
    this.#words[slot * 2 + 1] = value;
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(old.length * 2);
    this.#mask = this.#words.length / 2 - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.#place(old[at] as number, old[at + 1] as number);
    }
  }
}

/** How many ordinals stand in a table; -1: one of them is not below `end`. */
function countBelow(words: Uint32Array, end: number): number {
  let count = 0;
  for (let at = 1; at < words.length; at += 2) {
    const value = words[at] as number;
    if (value > end) return -1;
    if (value !== 0) count += 1;
  }
  return count;
}
