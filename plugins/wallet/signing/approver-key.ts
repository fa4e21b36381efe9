import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** 16 bytes: nobody finds a second key with them, and people can compare them. */
const FINGERPRINT_BYTES = 16;

/** What a public key is known by, in groups of four digits. */
export function fingerprintOf(publicKey: string): string {
  const digits = bytesToHex(sha256(hexToBytes(publicKey)).subarray(0, FINGERPRINT_BYTES));
  return digits.replace(/(?<=.)(?=(?:.{4})+$)/g, '-');
}

/** Whether a text is an uncompressed point of P-256 in hex. */
export function isApproverKey(publicKey: string): boolean {
  if (!/^04[0-9a-f]{128}$/.test(publicKey)) return false;
  try {
    p256.Point.fromHex(publicKey).assertValidity();
    return true;
  } catch {
    return false;
  }
}

/** Whether the key has signed the text: ECDSA over P-256 with SHA-256, as WebCrypto makes it. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  if (!isApproverKey(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    // Browsers do not choose the lower of the two values.
    return p256.verify(hexToBytes(signature), new TextEncoder().encode(text), hexToBytes(publicKey), {
      lowS: false,
    });
  } catch {
    return false;
  }
}
