import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Bytes of the HMAC that the picture carries: 96 bits, 16 characters. */
const TOKEN_BYTES = 12;
const KEY_INFO = 'waypost/v1/visit/scan-token';

export interface ScanTokens {
  /** The token that the QR picture of this link carries as `?s=`. */
  scanToken(host: string, code: string): string;
  isScanToken(host: string, code: string, token: string): boolean;
}

/** Tokens of access mode 2. They are bound to host and code by a key of their own, derived from SECRET_KEY. */
export function createScanTokens(secretKey: Uint8Array): ScanTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(0), KEY_INFO, 32));
  const digest = (host: string, code: string): Buffer =>
    createHmac('sha256', key).update(`${host}/${code}`).digest().subarray(0, TOKEN_BYTES);
  return {
    scanToken: (host, code) => digest(host, code).toString('base64url'),
    isScanToken: (host, code, token) => {
      // The texts are compared: a decoder would also take the token with something behind it or between.
      const given = Buffer.from(token);
      const expected = Buffer.from(digest(host, code).toString('base64url'));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
