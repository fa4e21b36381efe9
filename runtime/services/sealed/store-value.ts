import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D): nonce of 12 bytes, tag of 16. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the store, bound to its place so that it cannot be moved to another one.
 * @param key 32 bytes
 */
export function sealForStore(key: Uint8Array, place: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text that `sealForStore` has encrypted; undefined when it was changed, moved or made with another key. */
export function openFromStore(key: Uint8Array, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch {
    // GCM's only answer to a wrong tag is an exception without a code.
    return undefined;
  }
}
