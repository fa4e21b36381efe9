import { AppError } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { FailureDocument, UsedChallengeDocument } from '../collections.ts';
import { lockedOut } from '../errors.ts';
import { createLockOut } from './lock-out.ts';
import type { Passwords } from './password.ts';

/** Wrong passwords of one link from one network until it has to wait, and how long. */
export const LINK_PASSWORD_LIMITS = { limit: 5, minutes: 15 } as const;
/** Times the limit: of one link from everywhere, and of one network over all links. A busy poster's visitors mistype, too. */
const WIDE_FACTOR = 40;

/** What somebody tries at a link that asks for a password. */
export interface LinkAttempt {
  /** Id of the link. */
  link: string;
  hash: string;
  password: string;
  /** Of the visitor. */
  address: string;
  signal: AbortSignal;
}

/**
 * Passwords of links, as visitors type them: counted apart from those of accounts, so that neither locks the other, and
 * hashed in a turn of their own. What was tried and used is in the store, so that every process goes by it.
 */
export function createLinkPasswords(options: {
  failures: Collection<FailureDocument>;
  used: Collection<UsedChallengeDocument>;
  passwords: Pick<Passwords, 'verify'>;
  clock: Clock;
}) {
  const { clock, failures, passwords, used } = options;
  const lockOut = createLockOut({
    failures,
    clock,
    limits: async () => LINK_PASSWORD_LIMITS,
    wideFactor: WIDE_FACTOR,
  });

  return {
    /** `locked`: seconds until the next attempt. Errors: `too_many_requests` 429 when no turn to hash was free. */
    async look(attempt: LinkAttempt): Promise<'right' | 'wrong' | { locked: number }> {
      const { address, hash, link, password, signal } = attempt;
      try {
        const entered = await lockOut.enter({ account: link, address, isKnownNetwork: false });
        const turn = { kind: 'link password', address, signal };
        const { isRight } = await entered.look(() => passwords.verify(password, hash, turn));
        if (isRight) {
          await entered.passed();
          return 'right';
        }
        const { isLocked } = await entered.failed();
        return isLocked ? { locked: LINK_PASSWORD_LIMITS.minutes * 60 } : 'wrong';
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== lockedOut.code) throw error;
        return { locked: Number((error.content as { seconds: number }).seconds) };
      }
    },
    /** Whether nobody has used this name before, in any process; it is forgotten after `until`. */
    async useOnce(name: string, until: Date): Promise<boolean> {
      try {
        await used.insertOne({ _id: `visit ${name}`, expires_at: until });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
