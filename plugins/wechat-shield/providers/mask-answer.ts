/** Letters of an answer that are kept. */
export const KEPT_LETTERS = 2_000;
/** Stands in the place of a secret. */
export const MASK = '***';
/** Fields whose values are secrets wherever they come from: `"token":"…"`, `token=…`. */
const SECRET_FIELD =
  /((?:api[_-]?key|access[_-]?key|key|token|secret|passw(?:or)?d|pwd|sign(?:ature)?|authorization|session(?:id)?)["']?\s*[:=]\s*["']?)[^"'\s,;&}<]+/gi;
/** Letters in which a secret field is looked for, beyond those that are kept: a value at their end is not cut in two. */
const LOOKED_AT = KEPT_LETTERS * 2;

/**
 * An answer as it is kept and shown: without the key in any of the writings that it may come back in, without what looks like
 * a secret, and cut off. Masked first: a key that is cut in two would be found no more.
 */
export function maskAnswer(text: string, key: string): string {
  let masked = text;
  for (const writing of writingsOf(key)) masked = masked.replaceAll(writing, MASK);
  masked = masked.slice(0, LOOKED_AT).replace(SECRET_FIELD, `$1${MASK}`);
  // Control letters make a page unreadable, and NUL is no text to some stores.
  return masked
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, KEPT_LETTERS)
    .toWellFormed();
}

function writingsOf(key: string): string[] {
  if (key === '') return [];
  const bytes = Buffer.from(key);
  const quoted = JSON.stringify(key).slice(1, -1);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const writings = [
    ...[key, quoted, encodeURIComponent(key), encodeURIComponent(quoted)],
    ...[base64, bytes.toString('base64url'), bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  ];
  // The longest first: a shorter one may stand within it.
  return [...new Set(writings)].sort((a, b) => b.length - a.length);
}
