import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Challenge, type ResultOf, type Sealed, sealedInfo } from '@waypost/contract';
import type { PlatformCalls } from '@waypost/contract/platform';
import { fromBase64Url, toBase64Url } from './base64-url.ts';
import type { Client } from './create-client.ts';

export interface SealPlace {
  area: string;
  call: string;
  field: string;
}

interface SealRandomness {
  /** X25519 secret key, 32 bytes, used once. */
  secretKey: Uint8Array;
  /** 24 bytes. */
  nonce: Uint8Array;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Seals a text for one field of one call (docs/http.md, "Sealed passwords"). One challenge seals one value.
 * Randomness is a parameter only so that the test vectors can fix it.
 */
export function sealValue(
  text: string,
  place: SealPlace,
  challenge: Challenge,
  random: SealRandomness = freshRandomness(),
): Sealed {
  const serverKey = fromBase64Url(challenge.public_key);
  const challengeBytes = fromBase64Url(challenge.challenge);
  const ephemeralKey = x25519.getPublicKey(random.secretKey);
  const key = hkdf(
    sha256,
    x25519.getSharedSecret(random.secretKey, serverKey),
    sha256(concatBytes(challengeBytes, ephemeralKey, serverKey)),
    utf8ToBytes(sealedInfo(place.area, place.call, place.field)),
    32,
  );
  const bound = utf8ToBytes(`1.${challenge.kid}.${challenge.challenge}.${random.now}`);
  const cipher = xchacha20poly1305(key, random.nonce, bound).encrypt(utf8ToBytes(text));
  return {
    v: 1,
    kid: challenge.kid,
    challenge: challenge.challenge,
    epk: toBase64Url(ephemeralKey),
    nonce: toBase64Url(random.nonce),
    ct: toBase64Url(cipher),
    ts: random.now,
  };
}

/** Asks for a fresh challenge and seals with it. */
export async function sealFor(client: Client, text: string, place: SealPlace): Promise<Sealed> {
  return sealValue(
    text,
    place,
    await client.post<ResultOf<PlatformCalls['security/challenge']>>('security', 'challenge', {}),
  );
}

function freshRandomness(): SealRandomness {
  return {
    secretKey: crypto.getRandomValues(new Uint8Array(32)),
    nonce: crypto.getRandomValues(new Uint8Array(24)),
    now: Date.now(),
  };
}
