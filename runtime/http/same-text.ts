/** Compares in time that does not tell how much of a secret was right. */
export function sameText(given: string, expected: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return crypto.timingSafeEqual(hash(given), hash(expected));
}
