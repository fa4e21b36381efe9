import type { Random } from './ground.ts';

/** Values of a byte. */
const VALUES = 256;

/**
 * A text of letters that are drawn from an alphabet, each of them as likely as any other.
 * @param alphabet different letters, 256 at most
 */
export function drawText(random: Random, alphabet: string, length: number): string {
  // Bytes from here on are drawn again, else the first letters would come up more often.
  const fair = VALUES - (VALUES % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of random.bytes(length * 2))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}
