/**
 * Reading of bytes without a view or a Buffer for each piece: a million links are read at a start, and making these took
 * longer than reading.
 */

/** The 32 bits at `at`, little endian, unsigned. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}

/** The text of the bytes from `start` to before `end`, one letter a byte. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}

/** Copies the bytes from `start` to before `end` to where `into` has room for them. */
export function copyBytes(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): void {
  Buffer.prototype.copy.call(bytes, into, at, start, end);
}
