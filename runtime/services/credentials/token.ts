import { createHash } from 'node:crypto';
import type { Random } from '@waypost/sdk';

export const API_KEY_PREFIX = 'wp_';
const TOKEN_BYTES = 32;

/** An opaque session token: 32 random bytes, base64url. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
}

/** An API key: `wp_` and 32 random bytes, base64url. */
export function newApiKey(random: Random): string {
  return API_KEY_PREFIX + newToken(random);
}

/** What the store keeps of a token or key. They are random, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a text could be one of ours at all; saves the store a look-up. */
export function isTokenLike(token: string): boolean {
  return /^(wp_)?[A-Za-z0-9_-]{43}$/.test(token);
}
