import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Encrypted with AES-256-GCM: nonce of 12 bytes, text, tag of 16 bytes, base64. */
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const KEY = 32;

/** A secret under a key of its own, which another key locks. */
export const zEnvelope = z.strictObject({ locked_key: z.base64(), sealed: z.base64() });
export type Envelope = z.infer<typeof zEnvelope>;

/** @param belongsTo what it is of and for: moved to another place it does not open */
function lock(key: Uint8Array, plain: Uint8Array, belongsTo: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(belongsTo));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** @throws Error when the key is another one, or anything of it was changed or moved */
function unlock(key: Uint8Array, text: string, belongsTo: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < NONCE + TAG) throw new RangeError('too short for what is sealed');
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE)).setAAD(Buffer.from(belongsTo));
  cipher.setAuthTag(bytes.subarray(-TAG));
  return new Uint8Array(Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]));
}

/** Seals a secret under a new key, and that one under the master key. */
export function seal(master: Uint8Array, secret: Uint8Array, belongsTo: string): Envelope {
  const key = randomBytes(KEY);
  const envelope = {
    locked_key: lock(master, key, `key of ${belongsTo}`),
    sealed: lock(key, secret, belongsTo),
  };
  key.fill(0);
  return envelope;
}

/** @throws Error as `unlock` */
export function open(master: Uint8Array, envelope: Envelope, belongsTo: string): Uint8Array {
  const key = unlock(master, envelope.locked_key, `key of ${belongsTo}`);
  try {
    return unlock(key, envelope.sealed, belongsTo);
  } finally {
    key.fill(0);
  }
}

/** The same secret under another master key: what it is sealed with stays. @throws Error as `unlock` */
export function lockAnew(
  { from, to }: { from: Uint8Array; to: Uint8Array },
  envelope: Envelope,
  belongsTo: string,
): Envelope {
  const key = unlock(from, envelope.locked_key, `key of ${belongsTo}`);
  const anew = { ...envelope, locked_key: lock(to, key, `key of ${belongsTo}`) };
  key.fill(0);
  return anew;
}
