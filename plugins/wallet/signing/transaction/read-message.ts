/** A field of a message of protobuf: a whole number, or bytes. */
export type Value = bigint | Uint8Array;

/** Raw data that is not what it should be; the message says where. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
}

const VARINT = 0;
const BYTES = 2;
const LONGEST_VARINT = 10;

/**
 * Reads a message strictly: each field once, whole numbers in their shortest form, nothing else than the named fields. What a
 * node would read in another way is not signed.
 * @param fields what each number is: a whole number (int64) or bytes
 * @throws NotRead
 */
export function readMessage(
  bytes: Uint8Array,
  fields: Readonly<Record<number, 'number' | 'bytes'>>,
): ReadonlyMap<number, Value> {
  const found = new Map<number, Value>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n, count = 1; ; shift += 7n, count += 1) {
      const byte = bytes[at];
      if (byte === undefined || count > LONGEST_VARINT) throw new NotRead('a number does not end');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && count > 1) throw new NotRead('a number is not in its shortest form');
      // Negative ones have their highest bit set: none of what is signed is negative.
      if (value >= 2n ** 63n) throw new NotRead('a number is too large');
      return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const [number, wire] = [Number(tag >> 3n), Number(tag & 7n)];
    const kind = fields[number];
    if (kind === undefined || wire !== (kind === 'number' ? VARINT : BYTES))
      throw new NotRead(`field ${number} does not belong there`);
    if (found.has(number)) throw new NotRead(`field ${number} is there twice`);
    if (kind === 'number') {
      found.set(number, varint());
      continue;
    }
    const length = Number(varint());
    if (length > bytes.length - at) throw new NotRead(`field ${number} does not end`);
    found.set(number, bytes.subarray(at, at + length));
    at += length;
  }
  return found;
}

export function numberAt(message: ReadonlyMap<number, Value>, field: number): bigint {
  const value = message.get(field);
  return typeof value === 'bigint' ? value : 0n;
}

/** @throws NotRead when it is not there, or has another length */
export function bytesAt(message: ReadonlyMap<number, Value>, field: number, length?: number): Uint8Array {
  const value = message.get(field);
  if (!(value instanceof Uint8Array)) throw new NotRead(`field ${field} is missing`);
  if (length !== undefined && value.length !== length) throw new NotRead(`field ${field} has another length`);
  return value;
}
