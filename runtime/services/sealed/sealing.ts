import { type Challenge, type Sealed, sealedInfo } from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import { sealedInvalid } from '../errors.ts';
import { CHALLENGE_SECONDS, issueChallenge, readChallenge } from './challenge.ts';
import { openSealed } from './open.ts';
import { createServerKeys } from './server-key.ts';

export interface Sealing {
  challenge(): Challenge;
  /** Opens a sealed value once. Errors: `sealed_invalid` 422 for anything expired, used, changed or meant for another field. */
  unseal(sealed: Sealed, place: { area: string; call: string; field: string }): Promise<string>;
}

/** `useOnce` stores a challenge as used until `expiresAt` and answers false when it was used before, in any process. */
export function createSealing(options: {
  deriveKey(purpose: string): Uint8Array;
  clock: Clock;
  random: Random;
  useOnce(id: string, expiresAt: Date): Promise<boolean>;
}): Sealing {
  const keys = createServerKeys(options.deriveKey);
  const challengeKey = options.deriveKey('sealing-challenge');
  return {
    challenge: () => {
      const now = options.clock.now();
      const key = keys.current(now);
      return {
        kid: key.kid,
        public_key: Buffer.from(key.publicKey).toString('base64url'),
        challenge: issueChallenge({ key: challengeKey, now, randomness: options.random.bytes(10) }),
        expires_in: CHALLENGE_SECONDS,
      };
    },
    unseal: async (sealed, place) => {
      const now = options.clock.now();
      const key = keys.find(sealed.kid, now);
      const challenge = readChallenge({ key: challengeKey, now, challenge: sealed.challenge });
      if (!key || !challenge) throw fault(place.field);
      let text: string;
      try {
        text = openSealed(sealed, key, sealedInfo(place.area, place.call, place.field));
      } catch (cause) {
        throw fault(place.field, cause);
      }
      if (!(await options.useOnce(challenge.id, new Date(challenge.expiresAt)))) throw fault(place.field);
      return text;
    },
  };
}

function fault(field: string, cause?: unknown) {
  return sealedInvalid.create({}, { errors: [{ path: field, message: 'error.sealed_invalid' }], cause });
}
