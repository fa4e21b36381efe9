import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { isOwnedKey } from '../process/public-key.ts';
import { parseJson, sha256 } from './integrity.ts';
import { packageErrors } from './package-errors.ts';

/** Who signed an archive. The signature holds; whether the key is trusted is {@link trustedBy}'s question. */
export interface Signature {
  /** Ed25519 public key, 32 bytes, base64url: what PLUGIN_TRUSTED_KEYS lists. */
  key: string;
  /** First 16 hexadecimal digits of the key's SHA-256, for people to compare. */
  keyId: string;
}

/** RFC 8032. */
const SIGNATURE_BYTES = 64;

const zSignature = z.strictObject({
  algorithm: z.literal('ed25519'),
  key: z.base64url().transform(decode).refine(isOwnedKey),
  signature: z
    .base64url()
    .transform(decode)
    .refine((bytes) => bytes.byteLength === SIGNATURE_BYTES),
});

/**
 * Checks signature.json over the bytes of integrity.json.
 * @throws AppError `signature_invalid`
 */
export function checkSignature(content: Uint8Array, integrity: Uint8Array): Signature {
  const parsed = zSignature.safeParse(parseJson(content));
  if (!parsed.success) throw packageErrors.signatureInvalid.create({}, { cause: parsed.error });
  const { key, signature } = parsed.data;
  if (!holds(key, integrity, signature)) throw packageErrors.signatureInvalid.create();
  return describeKey(key);
}

/** The text of signature.json. @throws AppError `signing_key_invalid` when the key is no Ed25519 private key in PEM */
export function makeSignature(integrity: Uint8Array, privateKeyPem: string): Uint8Array {
  const key = readPrivateKey(privateKeyPem);
  const text = JSON.stringify({
    algorithm: 'ed25519',
    key: rawPublicKey(createPublicKey(key)),
    signature: sign(null, integrity, key).toString('base64url'),
  });
  return new TextEncoder().encode(`${text}\n`);
}

/** Whether one of `trustedKeys` (32 raw bytes each) made the signature. */
export function trustedBy(signature: Signature | undefined, trustedKeys: readonly Uint8Array[]): boolean {
  return signature !== undefined && trustedKeys.some((key) => toBase64url(key) === signature.key);
}

/** A new key pair: the private one in PEM (keep it secret), the public one as PLUGIN_TRUSTED_KEYS wants it. */
export function makeSigningKey(): { privateKeyPem: string; publicKey: string; keyId: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { key, keyId } = describeKey(Buffer.from(rawPublicKey(publicKey), 'base64url'));
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: key,
    keyId,
  };
}

function describeKey(key: Uint8Array): Signature {
  return { key: toBase64url(key), keyId: sha256(key).slice(0, 16) };
}

function holds(key: Uint8Array, content: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: toBase64url(key) },
    format: 'jwk',
  });
  return verify(null, content, publicKey, signature);
}

function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw packageErrors.keyInvalid.create({}, { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw packageErrors.keyInvalid.create();
  return key;
}

function rawPublicKey(key: KeyObject): string {
  return String(key.export({ format: 'jwk' }).x);
}

function decode(text: string): Uint8Array {
  return Buffer.from(text, 'base64url');
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
