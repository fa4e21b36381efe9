import { RESERVED_CODES } from '@waypost/contract';
import type { Random } from '@waypost/sdk';

/** No 0, O, 1, I, l: people type the code from paper. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
/** Letters of a code: 56^8 leaves room for thousands of batches without a second try. */
export const STICKER_CODE_LENGTH = 8;
/** Bytes from here on are drawn again, else the first letters would come up more often. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** A code that nobody can guess from another one. */
export function newStickerCode(random: Random): string {
  for (;;) {
    let code = '';
    while (code.length < STICKER_CODE_LENGTH)
      for (const byte of random.bytes(STICKER_CODE_LENGTH * 2))
        if (byte < FAIR_BYTES && code.length < STICKER_CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    if (!RESERVED_CODES.has(code.toLowerCase())) return code;
  }
}

/** A code as typed from paper: blanks and hyphens make it readable and are not part of it. */
export function readStickerCode(text: string): string {
  return text.replace(/[\s-]/g, '');
}
