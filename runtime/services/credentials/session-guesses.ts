import type { RequestContext, SignedRequest } from '@waypost/sdk';
import type { Sessions } from '../accounts/sessions.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type LockOut, refuseUntil } from './lock-out.ts';

/** Wrong ones of one kind inside a session until it ends. */
const MOST_IN_SESSION = 5;
/** Wrong ones of an account in a day, in whichever sessions, until all of them end. */
const MOST_IN_DAY = 20;
const DAY_MS = 86_400_000;

export type GuessKind = 'password' | 'code';

export interface SessionGuesses {
  /**
   * Lets `isRight` look at an old password or a code that came by a session or a key. A stolen session has a few guesses,
   * whatever networks it comes from: then it ends, and at last all sessions of the account. Logging in stays possible.
   * @throws AppError `locked_out` 429 for guesses beyond the bound, such as many at once or those of an API key
   */
  look(kind: GuessKind, request: SignedRequest, isRight: () => Promise<boolean>): Promise<boolean>;
}

export function createSessionGuesses(options: {
  lockOut: Pick<LockOut, 'counter'>;
  sessions: Pick<Sessions, 'end' | 'endAll'>;
  audit: Pick<AuditLog, 'record'>;
  /** Sessions of the account have ended by guesses: its owner is to be notified. */
  ended(account: string, facts: { isAll: boolean; address: string }): void;
  clock: { now(): number };
}): SessionGuesses {
  const { audit, clock, lockOut, sessions } = options;

  async function endBy(request: SignedRequest, isAll: boolean): Promise<void> {
    const { id, credential } = request.caller;
    if (isAll) await sessions.endAll(id);
    else await sessions.end(credential);
    await audit.record({
      type: 'system.session.ended_by_guesses',
      plugin: 'system',
      target: id,
      after: { isAll },
      request: request as RequestContext,
    });
    options.ended(id, { isAll, address: request.address });
  }

  return {
    async look(kind, request, isRight) {
      const { id, credential, via } = request.caller;
      const ofSession = lockOut.counter('guesses of a session', kind, credential);
      const ofDay = lockOut.counter('guesses of a day', id);
      // Counted before it is looked at, so that many at once get no extra guesses.
      const inSession = await ofSession.raise(DAY_MS);
      if (inSession.count > MOST_IN_SESSION) refuseUntil(inSession.expires_at, clock);
      const inDay = await ofDay.raise(DAY_MS);
      let isFine = false;
      try {
        isFine = await isRight();
      } catch (error) {
        await ofSession.lower();
        await ofDay.lower();
        throw error;
      }
      if (isFine) {
        await ofSession.clear();
        await ofDay.lower();
        return true;
      }
      if (inDay.count >= MOST_IN_DAY) await endBy(request, true);
      else if (via === 'session' && inSession.count >= MOST_IN_SESSION) await endBy(request, false);
      return false;
    },
  };
}
