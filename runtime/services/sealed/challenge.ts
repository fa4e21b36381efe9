import { timingSafeEqual } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** docs/http.md, "Sealed passwords": seconds that a challenge may be used for. */
export const CHALLENGE_SECONDS = 60;

const TIME_BYTES = 6;
const RANDOM_BYTES = 10;
const BODY_BYTES = TIME_BYTES + RANDOM_BYTES;

/**
 * Makes the 32 bytes of a challenge: expiry in milliseconds (6), randomness (10), HMAC-SHA256 cut to 16.
 * It carries its own proof, so that asking for challenges writes nothing to the store.
 */
export function issueChallenge(input: { key: Uint8Array; now: number; randomness: Uint8Array }): string {
  const bytes = Buffer.alloc(32);
  bytes.writeUIntBE(input.now + CHALLENGE_SECONDS * 1000, 0, TIME_BYTES);
  bytes.set(input.randomness.subarray(0, RANDOM_BYTES), TIME_BYTES);
  bytes.set(hmac(sha256, input.key, bytes.subarray(0, BODY_BYTES)).subarray(0, 16), BODY_BYTES);
  return bytes.toString('base64url');
}

/** The moment (ms) a challenge of ours expires and its bytes as hex; undefined when it is not ours or too old. */
export function readChallenge(input: {
  key: Uint8Array;
  now: number;
  challenge: string;
}): { id: string; expiresAt: number } | undefined {
  const bytes = Buffer.from(input.challenge, 'base64url');
  if (bytes.length !== 32) return undefined;
  const proof = hmac(sha256, input.key, bytes.subarray(0, BODY_BYTES)).subarray(0, 16);
  if (!timingSafeEqual(proof, bytes.subarray(BODY_BYTES))) return undefined;
  const expiresAt = bytes.readUIntBE(0, TIME_BYTES);
  if (expiresAt <= input.now || expiresAt > input.now + CHALLENGE_SECONDS * 1000) return undefined;
  return { id: bytes.toString('hex'), expiresAt };
}
