import type { Random } from '@waypost/sdk';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** A code of 8 letters and digits without look-alikes: 40 bits. It is told to others and opens nothing by itself. */
export function invitationCode(random: Random): string {
  return Array.from(random.bytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
