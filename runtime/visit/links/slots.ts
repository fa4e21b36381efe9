/**
 * Open addressing over ordinals, with linear probing and removal by shifting back, so that no tombstones pile up.
 * The owner keeps the hashes; `0` is a free slot, otherwise ordinal + 1.
 */
export class Slots {
  #slots: Uint32Array;
  #mask: number;
  #size = 0;
  readonly #hashOf: (ordinal: number) => number;

  constructor(expected: number, hashOf: (ordinal: number) => number) {
    let capacity = 64;
    while (capacity < expected * 2) capacity *= 2;
    this.#slots = new Uint32Array(capacity);
    this.#mask = capacity - 1;
    this.#hashOf = hashOf;
  }

  /** First slot to look at for a hash; go on with `next` until `ordinalAt` gives -1. */
  start(hash: number): number {
    return hash & this.#mask;
  }

  next(slot: number): number {
    return (slot + 1) & this.#mask;
  }

  ordinalAt(slot: number): number {
    return (this.#slots[slot] as number) - 1;
  }

  insert(ordinal: number): void {
    if ((this.#size + 1) * 3 > (this.#mask + 1) * 2) this.#grow();
    this.#place(ordinal);
    this.#size++;
  }

  remove(ordinal: number): void {
    let hole = this.start(this.#hashOf(ordinal));
    while (this.ordinalAt(hole) !== ordinal) {
      if (this.ordinalAt(hole) < 0) return;
      hole = this.next(hole);
    }
    this.#size--;
    for (let slot = this.next(hole); ; slot = this.next(slot)) {
      const moved = this.ordinalAt(slot);
      if (moved < 0) break;
      const home = this.start(this.#hashOf(moved));
      if (((slot - home) & this.#mask) < ((slot - hole) & this.#mask)) continue;
      this.#slots[hole] = moved + 1;
      hole = slot;
    }
    this.#slots[hole] = 0;
  }

  #place(ordinal: number): void {
    let slot = this.start(this.#hashOf(ordinal));
    while (this.#slots[slot] !== 0) slot = this.next(slot);
    this.#slots[slot] = ordinal + 1;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#mask = this.#slots.length - 1;
    for (const value of old) if (value !== 0) this.#place(value - 1);
  }
}
