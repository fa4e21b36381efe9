const CHUNK_BITS = 22;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const WITHIN = CHUNK_BYTES - 1;
/** Share of dead bytes from which a chunk is worth emptying. */
const DEAD_SHARE = 0.5;

interface Chunk {
  bytes: Buffer;
  used: number;
  dead: number;
}

/**
 * A growing store of byte records, off the JavaScript heap, in chunks of 4 MiB: growth copies nothing, and space of
 * removed records comes back by emptying one chunk at a time (a few milliseconds) instead of all at once.
 * A position is chunk number × 4 MiB + offset and stays valid until its record is moved.
 */
export class Arena {
  #chunks: (Chunk | undefined)[] = [];
  #current = -1;

  /** Bytes held for records, dead ones included. */
  get usedBytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.used ?? 0), 0);
  }

  get deadBytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.dead ?? 0), 0);
  }

  /** Room for `length` bytes (at most 4 MiB). Throws RangeError when 4 GiB are full. */
  allocate(length: number): number {
    let chunk = this.#chunks[this.#current];
    if (chunk === undefined || chunk.used + length > CHUNK_BYTES) {
      if (length > CHUNK_BYTES) throw new RangeError(`a record of ${length} bytes is too long`);
      const free = this.#chunks.indexOf(undefined);
      this.#current = free < 0 ? this.#chunks.length : free;
      if (this.#current >= 2 ** (32 - CHUNK_BITS)) throw new RangeError('the link index is full');
      chunk = { bytes: Buffer.allocUnsafeSlow(CHUNK_BYTES), used: 0, dead: 0 };
      this.#chunks[this.#current] = chunk;
    }
    const position = this.#current * CHUNK_BYTES + chunk.used;
    chunk.used += length;
    return position;
  }

  /** The chunk that holds `position`; read it at `within(position)`. */
  bytesAt(position: number): Buffer {
    return (this.#chunks[position >>> CHUNK_BITS] as Chunk).bytes;
  }

  /** Counts a record as dead. Its bytes stay readable until its chunk is emptied. */
  release(position: number, length: number): void {
    const number = position >>> CHUNK_BITS;
    const chunk = this.#chunks[number] as Chunk;
    chunk.dead += length;
    if (chunk.dead === chunk.used && number !== this.#current) this.#chunks[number] = undefined;
  }

  /** A chunk that is more than half dead and not being filled, or undefined. */
  wastefulChunk(): number | undefined {
    const found = this.#chunks.findIndex(
      (chunk, number) =>
        chunk !== undefined && number !== this.#current && chunk.dead > chunk.used * DEAD_SHARE,
    );
    return found < 0 ? undefined : found;
  }

  isInChunk(position: number, chunk: number): boolean {
    return position >>> CHUNK_BITS === chunk;
  }

  /** Used parts of all chunks, in order of their numbers, for a snapshot. */
  parts(): { number: number; dead: number; bytes: Buffer }[] {
    return this.#chunks.flatMap((chunk, number) =>
      chunk === undefined ? [] : [{ number, dead: chunk.dead, bytes: chunk.bytes.subarray(0, chunk.used) }],
    );
  }

  /** Makes room for one part of a snapshot, `length` bytes that the caller fills in before anything is read. */
  restore(number: number, dead: number, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = { bytes, used: length, dead };
    this.#current = number;
    return bytes.subarray(0, length);
  }
}

/** Offset of a position inside its chunk. */
export function within(position: number): number {
  return position & WITHIN;
}
