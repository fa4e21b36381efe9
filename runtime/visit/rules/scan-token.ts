import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Bytes of the HMAC that the picture carries: 96 bits, 16 characters. */
const TOKEN_BYTES = 12;
/** How long a visitor may take from one host of a chain to the next; clocks of two servers may differ as much. */
const PASS_SECONDS = 60;
const KEY_INFO = 'waypost/v1/visit/scan-token';

/**
 * Whether a text looks like a token or a pass of whatever link. 96 bits by chance are hardly ever in letters of one case, as words
 * that somebody searches for are.
 */
export function isTokenShaped(text: string): boolean {
  return TOKEN_SHAPE.test(text);
}

const TOKEN_SHAPE = /^(?:[0-9a-z]{1,7}\.)?(?=.+[a-z])(?=.+[A-Z])[\w-]{16}$/;

/** What a token opens: `id` is the link's, 24 hex digits. */
export interface ScannedLink {
  id: string;
  host: string;
  code: string;
}

export interface ScanTokens {
  /** The token that the QR picture of this link carries as `?s=`. */
  scanToken(link: ScannedLink): string;
  isScanToken(link: ScannedLink, token: string): boolean;
  /** What a visit that was scanned carries to the next host of its chain; good for a minute. `now`: milliseconds since 1970. */
  pass(link: ScannedLink, now: number): string;
  isPass(link: ScannedLink, pass: string, now: number): boolean;
}

/**
 * Tokens of access mode 2, made with a key of their own, derived from SECRET_KEY. They are bound to the link and not
 * only to its address: nobody has one before the link is made, or keeps one for the next link at that address.
 */
export function createScanTokens(secretKey: Uint8Array): ScanTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(0), KEY_INFO, 32));
  const digest = ({ id, host, code }: ScannedLink): Buffer =>
    createHmac('sha256', key).update(`${id}/${host}/${code}`).digest().subarray(0, TOKEN_BYTES);
  const passOf = (link: ScannedLink, seconds: number): string =>
    `${seconds.toString(36)}.${digest({ ...link, code: `${link.code}/${seconds}` }).toString('base64url')}`;
  return {
    pass: (link, now) => passOf(link, Math.floor(now / 1000)),
    isPass(link, pass, now) {
      const seconds = Number.parseInt(pass, 36);
      const age = now / 1000 - seconds;
      if (!pass.includes('.') || !(age > -PASS_SECONDS && age < PASS_SECONDS)) return false;
      const [given, expected] = [Buffer.from(pass), Buffer.from(passOf(link, seconds))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    scanToken: (link) => digest(link).toString('base64url'),
    isScanToken: (link, token) => {
      // The texts are compared: a decoder would also take the token with something behind it or between.
      const given = Buffer.from(token);
      const expected = Buffer.from(digest(link).toString('base64url'));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
