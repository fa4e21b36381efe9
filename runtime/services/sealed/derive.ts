import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Everything that both sides put into the key of one sealed value; bytes are raw, 32 each. */
export interface KeyMaterial {
  privateKey: Uint8Array;
  peerPublicKey: Uint8Array;
  challenge: Uint8Array;
  /** The sender's ephemeral public key. */
  epk: Uint8Array;
  /** The server's public key of the challenge's `kid`. */
  publicKey: Uint8Array;
  /** `waypost/v1/<area>/<call>/<field>` */
  info: string;
}

const encoder = new TextEncoder();

/**
 * contract.md, "Sealed password": HKDF-SHA256(X25519, salt = SHA256(challenge‖epk‖public_key), info), 32 bytes.
 * @throws Error when the peer's key is a low-order point
 */
export function deriveSealingKey(material: KeyMaterial): Uint8Array {
  const shared = x25519.getSharedSecret(material.privateKey, material.peerPublicKey);
  const salt = sha256
    .create()
    .update(material.challenge)
    .update(material.epk)
    .update(material.publicKey)
    .digest();
  return hkdf(sha256, shared, salt, encoder.encode(material.info), 32);
}

/** What the cipher authenticates beside the text; kid and challenge as sent. */
export function sealedAad(sealed: { kid: string; challenge: string; ts: number }): Uint8Array {
  return encoder.encode(`1.${sealed.kid}.${sealed.challenge}.${sealed.ts}`);
}
