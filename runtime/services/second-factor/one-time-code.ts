import type { Random } from '@waypost/sdk';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, a new code every 30 seconds. */
const ALGORITHM = 'SHA1';
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Steps before and after the present one that are taken: clocks of phones are wrong by some seconds. */
const WINDOW = 1;
/** RFC 4226, 4, R6: as long as the hash. */
const SECRET_BYTES = 20;

/** A fresh secret in base32, as people type it into an app. */
export function newSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random.bytes(SECRET_BYTES)).buffer }).base32;
}

/** What a picture for authenticator apps says: `otpauth://totp/…` with the name of the installation and of the account. */
export function setUpAddress(secret: string, names: { issuer: string; account: string }): string {
  // A colon parts issuer and account: within a name it would cut it.
  const issuer = names.issuer.replaceAll(':', ' ').trim();
  return totpOf(secret, { issuer, label: names.account }).toString();
}

/**
 * The step, counted since 1970, of which a code is; undefined when it is of none that are taken now.
 * @param now milliseconds since 1970
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const distance = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return distance === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + distance;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}
