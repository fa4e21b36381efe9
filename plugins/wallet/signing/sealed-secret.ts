import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import type { SealedSecret } from './signer.ts';

/** What the sealing key is for, in both sides' derivation. */
const INFO = utf8ToBytes('waypost/v1/signer/secret');

/** Seals a secret to the signer's key, in the browser: whoever carries it there cannot read it. */
export function sealSecret(text: string, sealTo: string): SealedSecret {
  const secretKey = crypto.getRandomValues(new Uint8Array(32));
  const nonce = crypto.getRandomValues(new Uint8Array(24));
  const epk = x25519.getPublicKey(secretKey);
  const key = keyOf(secretKey, base64urlnopad.decode(sealTo), { epk, to: base64urlnopad.decode(sealTo) });
  const sealed = xchacha20poly1305(key, nonce, INFO).encrypt(utf8ToBytes(text));
  return {
    v: 1,
    epk: base64urlnopad.encode(epk),
    nonce: base64urlnopad.encode(nonce),
    ct: base64urlnopad.encode(sealed),
  };
}

/** @throws Error when it was sealed to another key, or anything of it was changed */
export function openSecret(sealed: SealedSecret, privateKey: Uint8Array): string {
  const epk = base64urlnopad.decode(sealed.epk);
  const key = keyOf(privateKey, epk, { epk, to: x25519.getPublicKey(privateKey) });
  const bytes = xchacha20poly1305(key, base64urlnopad.decode(sealed.nonce), INFO).decrypt(
    base64urlnopad.decode(sealed.ct),
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function keyOf(
  own: Uint8Array,
  other: Uint8Array,
  { epk, to }: { epk: Uint8Array; to: Uint8Array },
): Uint8Array {
  return hkdf(sha256, x25519.getSharedSecret(own, other), sha256(concatBytes(epk, to)), INFO, 32);
}
