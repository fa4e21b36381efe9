import { type Collation, encodeKey, rankOf, type Value } from '../value/index.ts';
import type { PathBounds } from './bounds.ts';

/** Index keys from `from` (included) to `to` (not included). */
export interface ByteRange {
  from: Uint8Array;
  to: Uint8Array;
}

/** The least byte string that is greater than every one beginning with `prefix`. */
export const prefixEnd = (prefix: Uint8Array): Uint8Array => {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  const end = Uint8Array.prototype.slice.call(prefix, 0, length);
  if (length > 0) end[length - 1] = (end[length - 1] as number) + 1;
  return end;
};

/**
 * The byte range of index keys for a range of values: it keeps to the type of its ends, and holds all
 * compound keys whose component lies in it. At least one end must be given. With a collation, the ends
 * of a range over strings have no place among the keys; only the type's range is given then.
 */
export const encodeRange = (
  { lower, upper }: Pick<PathBounds, 'lower' | 'upper'>,
  isDescending = false,
  collation?: Collation,
): ByteRange => {
  const known = lower?.value ?? upper?.value;
  if (known === undefined) throw new TypeError('a range without ends');
  const start = typeStart(known, isDescending);
  const range = { from: start, to: prefixEnd(start) };
  if (collation !== undefined && rankOf(known) >= 15 && rankOf(known) <= 25) return range;
  const [low, high] = isDescending ? [upper, lower] : [lower, upper];
  if (low !== undefined && rankOf(low.value) === rankOf(known)) {
    const key = encodeKey(low.value, isDescending);
    range.from = low.isIncluded ? key : prefixEnd(key);
  }
  if (high !== undefined && rankOf(high.value) === rankOf(known)) {
    const key = encodeKey(high.value, isDescending);
    range.to = high.isIncluded ? prefixEnd(key) : key;
  }
  return range;
};

/** The byte that all keys of a value's type begin with. */
const typeStart = (value: Value, isDescending: boolean): Uint8Array =>
  encodeKey(value, isDescending).slice(0, 1);
