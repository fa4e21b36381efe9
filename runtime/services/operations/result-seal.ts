import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '@waypost/sdk';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals parts of a file, AES-256-GCM: what pictures are shown from may be open to everybody, what somebody exported is theirs.
 * `place`: where a part belongs; one that was moved to another does not open.
 */
export function createResultSeal(key: Uint8Array, random: Pick<Random, 'bytes'>) {
  return {
    seal(bytes: Uint8Array, place: string): Uint8Array {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    /** @throws Error when it is not what was sealed for that place */
    open(sealed: Uint8Array, place: string): Uint8Array {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
