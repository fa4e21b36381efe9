import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import type { Challenge, Sealed } from '@waypost/contract';
import { deriveSealingKey, sealedAad } from './derive.ts';

/**
 * Seals a text the way a client does: for programs on the server's side of the wire, tests and vectors.
 * `ephemeral` (32 bytes) and `nonce` (24 bytes) must be fresh randomness for each value; `ts` in milliseconds.
 */
export function sealValue(input: {
  text: string;
  challenge: Pick<Challenge, 'kid' | 'public_key' | 'challenge'>;
  info: string;
  ephemeral: Uint8Array;
  nonce: Uint8Array;
  ts: number;
}): Sealed {
  const publicKey = Buffer.from(input.challenge.public_key, 'base64url');
  const epk = x25519.getPublicKey(input.ephemeral);
  const key = deriveSealingKey({
    privateKey: input.ephemeral,
    peerPublicKey: publicKey,
    challenge: Buffer.from(input.challenge.challenge, 'base64url'),
    epk,
    publicKey,
    info: input.info,
  });
  const head = { kid: input.challenge.kid, challenge: input.challenge.challenge, ts: input.ts };
  const ct = xchacha20poly1305(key, input.nonce, sealedAad(head)).encrypt(
    new TextEncoder().encode(input.text),
  );
  return {
    v: 1,
    ...head,
    epk: Buffer.from(epk).toString('base64url'),
    nonce: Buffer.from(input.nonce).toString('base64url'),
    ct: Buffer.from(ct).toString('base64url'),
  };
}
