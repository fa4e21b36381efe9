import { RESERVED_CODES, SHORT_CODE_LENGTH } from '@waypost/contract';
import type { Random } from '@waypost/sdk';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 in a byte; bytes from it on are drawn again, else the first letters would come up more often. */
const FAIR_BYTES = 248;

/** A short code of SHORT_CODE_LENGTH letters and digits, uniform over all of them, never a name that is known to be the product's. */
export function generateShortCode(random: Random): string {
  for (;;) {
    let code = '';
    while (code.length < SHORT_CODE_LENGTH) {
      for (const byte of random.bytes(SHORT_CODE_LENGTH * 2)) {
        if (byte < FAIR_BYTES && code.length < SHORT_CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length];
      }
    }
    if (!RESERVED_CODES.has(code.toLowerCase())) return code;
  }
}
