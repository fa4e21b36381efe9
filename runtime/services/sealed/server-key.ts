import { x25519 } from '@noble/curves/ed25519.js';

export interface ServerKey {
  kid: string;
  privateKey: Uint8Array;
  publicKey: Uint8Array;
}

/** A server key seals for one day and opens for one more, so that no challenge dies at midnight. */
const KEY_LIFE_MS = 86_400_000;

/**
 * The server's X25519 keys, one a day, derived from SECRET_KEY so that every process has the same.
 * `find` answers the current key and the one before, nothing else.
 */
export function createServerKeys(deriveKey: (purpose: string) => Uint8Array): {
  current(now: number): ServerKey;
  find(kid: string, now: number): ServerKey | undefined;
} {
  const made = new Map<number, ServerKey>();
  const keyOf = (day: number): ServerKey => {
    const known = made.get(day);
    if (known) return known;
    const privateKey = deriveKey(`sealing-key/${day}`);
    const key = { kid: `d${day}`, privateKey, publicKey: x25519.getPublicKey(privateKey) };
    made.set(day, key);
    for (const old of made.keys()) if (old < day - 1) made.delete(old);
    return key;
  };
  return {
    current: (now) => keyOf(Math.floor(now / KEY_LIFE_MS)),
    find: (kid, now) => {
      const today = Math.floor(now / KEY_LIFE_MS);
      return [today, today - 1].map(keyOf).find((key) => key.kid === kid);
    },
  };
}
