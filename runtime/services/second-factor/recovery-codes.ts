import { createHmac } from 'node:crypto';
import type { Random } from '@waypost/sdk';

/** 32 letters and digits without look-alikes: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LETTERS = 10;
/** How many are made at a time. */
export const RECOVERY_CODES = 10;

/** Ten codes of 50 bits each, such as `abcde-fghjk`. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from(random.bytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return `${text.slice(0, LETTERS / 2)}-${text.slice(LETTERS / 2)}`;
  });
}

/** A code as it is compared, however it was typed; undefined for what cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return text.length === LETTERS && [...text].every((letter) => ALPHABET.includes(letter)) ? text : undefined;
}

/**
 * What the store keeps of a code. 50 bits could be tried out against a plain hash by whoever has the store; under the
 * installation's key they cannot, and a hash is worth nothing with another account.
 */
export function hashRecoveryCode(key: Uint8Array, account: string, code: string): string {
  return createHmac('sha256', key).update(`${account} ${code}`).digest('hex');
}
