import mongoose from 'mongoose';

const { Binary, ObjectId } = mongoose.mongo;

/** Bytes of a number, a date or the head of a list, with room to spare. */
const PLAIN_BYTES = 16;
const OBJECT_ID_BYTES = 24;
/** Type, end of the name, and the name's characters. */
const FIELD_BYTES = 8;
const MOST_BYTES_OF_CHARACTER = 3;

/**
 * No fewer bytes than a value takes in the store's commands. A bound, because counting exactly takes half as long as
 * writing the bytes, and the aggregator does it for everything that it stores.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return PLAIN_BYTES + MOST_BYTES_OF_CHARACTER * value.length;
  if (typeof value !== 'object' || value === null || value instanceof Date) return PLAIN_BYTES;
  if (value instanceof ObjectId) return OBJECT_ID_BYTES;
  if (value instanceof Binary) return OBJECT_ID_BYTES + value.position;
  let weight = PLAIN_BYTES;
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    weight += FIELD_BYTES + MOST_BYTES_OF_CHARACTER * name.length;
    // Most values are texts and numbers: these are weighed here, because asking what each is takes longer than that.
    if (typeof inner === 'string') weight += PLAIN_BYTES + MOST_BYTES_OF_CHARACTER * inner.length;
    else if (typeof inner !== 'object') weight += PLAIN_BYTES;
    else weight += weightOf(inner);
  }
  return weight;
}

/**
 * Cuts documents into parts of at most `most.documents` that weigh at most `most.bytes` together; one that is heavier
 * stands alone.
 */
export function cutByWeight<T>(
  documents: readonly T[],
  most: { documents: number; bytes: number },
): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  let start = 0;
  let weight = 0;
  for (let at = 0; at < documents.length; at++) {
    const own = weightOf(documents[at]);
    if (at > start && (at - start >= most.documents || weight + own > most.bytes)) {
      parts.push(documents.slice(start, at));
      start = at;
      weight = 0;
    }
    weight += own;
  }
  if (start < documents.length) parts.push(documents.slice(start));
  return parts;
}
