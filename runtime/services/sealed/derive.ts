import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** What both sides share for one challenge and one ephemeral key; bytes are raw, 32 each. */
export interface SharedMaterial {
  privateKey: Uint8Array;
  peerPublicKey: Uint8Array;
  challenge: Uint8Array;
  /** The sender's ephemeral public key. */
  epk: Uint8Array;
  /** The server's public key of the challenge's `kid`. */
  publicKey: Uint8Array;
}

/** Everything that both sides put into the key of one sealed value. */
export interface KeyMaterial extends SharedMaterial {
  /** `waypost/v1/<area>/<call>/<field>` */
  info: string;
}

const encoder = new TextEncoder();

/**
 * docs/http.md, "Sealed passwords": HKDF-SHA256(X25519, salt = SHA256(challenge‖epk‖public_key), info), 32 bytes.
 * @throws Error when the peer's key is a low-order point
 */
export function deriveSealingKey({ info, ...material }: KeyMaterial): Uint8Array {
  return createKeyDerivation(material)(info);
}

/** The same for several keys of one secret: X25519 is done once. @throws Error when the peer's key is a low-order point */
export function createKeyDerivation(material: SharedMaterial): (info: string) => Uint8Array {
  const shared = x25519.getSharedSecret(material.privateKey, material.peerPublicKey);
  const salt = sha256
    .create()
    .update(material.challenge)
    .update(material.epk)
    .update(material.publicKey)
    .digest();
  return (info) => hkdf(sha256, shared, salt, encoder.encode(info), 32);
}

/** What the cipher authenticates beside the text; kid and challenge as sent. */
export function sealedAad(sealed: { kid: string; challenge: string; ts: number }): Uint8Array {
  return encoder.encode(`1.${sealed.kid}.${sealed.challenge}.${sealed.ts}`);
}
