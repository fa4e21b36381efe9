import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_INFO = 'waypost/v1/visit/password-pass';
const NONCE_BYTES = 16;
const MAC_BYTES = 16;
/** Clocks of two servers may differ by so much. */
const SKEW_SECONDS = 60;
/** How long after the password a visit may begin: the browser asks at once. */
export const PASS_VISIT_SECONDS = 60;
/** How long what belongs to a page that is shown may be asked for: a card is saved some minutes later. */
export const PASS_PART_SECONDS = 15 * 60;

/** What a pass opens: a link with this password, and no longer when it gets another. */
export interface ProtectedLink {
  /** 24 hex digits. */
  id: string;
  /** Hash of its password, with its salt. */
  hash: string;
}

/** A pass that is one of ours. */
export interface ReadPass {
  /** Names it, so that it can be used up. */
  name: string;
  /** Seconds since it was made. */
  age: number;
}

/** What somebody gets who had a password right: good for one visit. It says nothing of the password. */
export interface PasswordPasses {
  /** `now`: milliseconds since 1970. */
  make(link: ProtectedLink, now: number): string;
  /** Undefined for what is not ours, was made for something else, or is over. */
  read(link: ProtectedLink, pass: string, now: number): ReadPass | undefined;
}

/** Passes sealed with a key derived from SECRET_KEY: whichever process made one, each of them knows it. */
export function createPasswordPasses(
  secretKey: Uint8Array,
  random: { bytes(length: number): Uint8Array },
): PasswordPasses {
  const key = Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(0), KEY_INFO, 32));
  const sealed = ({ id, hash }: ProtectedLink, name: string): string => {
    const mac = createHmac('sha256', key)
      .update(JSON.stringify([id, hash, name]))
      .digest();
    return `${name}.${mac.subarray(0, MAC_BYTES).toString('base64url')}`;
  };
  return {
    make: (link, now) =>
      sealed(
        link,
        `${Math.floor(now / 1000).toString(36)}.${Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url')}`,
      ),
    read(link, pass, now) {
      const name = pass.slice(0, Math.max(pass.lastIndexOf('.'), 0));
      const [given, expected] = [Buffer.from(pass), Buffer.from(sealed(link, name))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const age = now / 1000 - Number.parseInt(name, 36);
      return age > -SKEW_SECONDS && age < PASS_PART_SECONDS ? { name, age } : undefined;
    },
  };
}
