/** Enough that no two are alike, hexadecimal. */
const KEY_BYTES = 16;

/** A key by which a press is known again, for calls that take one. Pages on plain HTTP have no `crypto.randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
