import { RESERVED_CODES, SHORT_CODE_LENGTH } from '@waypost/contract';
import { drawText, type Random } from '@waypost/sdk';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A short code of SHORT_CODE_LENGTH letters and digits, uniform over all of them, never a name that is known to be the product's. */
export function generateShortCode(random: Random): string {
  for (;;) {
    const code = drawText(random, ALPHABET, SHORT_CODE_LENGTH);
    if (!RESERVED_CODES.has(code.toLowerCase())) return code;
  }
}
