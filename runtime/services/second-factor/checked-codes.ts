import type { Clock, RequestContext, SignedRequest } from '@waypost/sdk';
import type { Sessions } from '../accounts/sessions.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type Attempt, codesOf, type LockOut } from '../credentials/lock-out.ts';
import type { SessionGuesses } from '../credentials/session-guesses.ts';
import {
  passwordNeeded,
  secondFactorRequired,
  secondFactorWrong,
  totpInvalid,
  totpRequired,
} from '../errors.ts';
import type { SecondFactors } from './second-factors.ts';

export interface CheckedCodes {
  /**
   * Uses a code of an account's second factor up; false for a wrong one. Guesses have the limits of passwords, counted
   * apart from them: a right password must not open another round of guesses.
   * Errors: `locked_out` 429.
   */
  check(
    account: { id: string; account: string },
    code: string,
    from: { request: RequestContext; isKnownNetwork: boolean },
  ): Promise<boolean>;
  /**
   * Behind the right password of a login: the code of accounts that have a second factor. A wrong one is a failed login;
   * none at all is a question, not a guess.
   * Errors: `totp_required` and `totp_invalid` 401, `locked_out` 429.
   */
  requireAtLogin(
    account: { _id: string; account: string },
    totp: string | undefined,
    from: { attempt: Attempt; request: RequestContext; isKnownNetwork: boolean },
  ): Promise<void>;
  /**
   * Before something that a stolen session must not do. An account without a second factor passes.
   * Errors: `second_factor_required` and `second_factor_wrong` 403, `locked_out` 429.
   */
  require(code: string | undefined, request: SignedRequest): Promise<void>;
  /**
   * Before a setting that leads data or credentials out: a code, unless the call itself has asked for one, and of an account without a
   * second factor that it logged in within the last quarter of an hour. A key cannot say a password.
   * Errors: those of `require`, `password_needed` 403.
   */
  confirm(code: string | undefined, request: SignedRequest): Promise<void>;
  /** `check` for the caller's own account inside a session, whose guesses are bounded by session and account. */
  checkOwn(code: string, request: SignedRequest): Promise<boolean>;
}

/** How long a login stands for the password. */
const FRESH_MS = 15 * 60_000;

export function createCheckedCodes(options: {
  secondFactors: SecondFactors;
  lockOut: LockOut;
  guesses: SessionGuesses;
  sessions: Sessions;
  audit: AuditLog;
  clock: Clock;
}): CheckedCodes {
  const { audit, clock, guesses, lockOut, secondFactors, sessions } = options;

  const check: CheckedCodes['check'] = async ({ id, account }, code, { request, isKnownNetwork }) => {
    const attempt = await lockOut.enter({
      account: codesOf(account),
      address: request.address,
      isKnownNetwork,
    });
    if (await attempt.look(() => secondFactors.use(id, code))) {
      await attempt.passed();
      return true;
    }
    const { isLocked } = await attempt.failed();
    await audit.record({
      type: 'system.second_factor.failed',
      plugin: 'system',
      target: id,
      after: { isLocked },
      request,
    });
    return false;
  };

  const checkOwn: CheckedCodes['checkOwn'] = (code, request) =>
    guesses.look('code', request, () => check(request.caller, code, { request, isKnownNetwork: true }));

  const require: CheckedCodes['require'] = async (code, request) => {
    if ((await secondFactors.find(request.caller.id)) === undefined) return;
    if (code === undefined || code.trim() === '') throw secondFactorRequired.create();
    if (!(await checkOwn(code, request))) throw secondFactorWrong.create();
  };

  return {
    check,
    checkOwn,
    require,
    confirm: async (code, request) => {
      const { asks, caller } = request;
      if ((await secondFactors.find(caller.id)) !== undefined) {
        if (asks?.hasCode !== true) await require(code, request);
        return;
      }
      const [session] = caller.via === 'session' ? await sessions.living([caller.credential]) : [];
      if (session === undefined || clock.now() - session.create_time.getTime() > FRESH_MS)
        throw passwordNeeded.create();
    },
    requireAtLogin: async ({ _id, account }, totp, from) => {
      if ((await secondFactors.find(_id)) === undefined) return;
      const code = totp?.trim() ?? '';
      // Taken back, and not as passed: the right password alone must not wipe out what was guessed before.
      if (code === '') await from.attempt.look(() => Promise.reject(totpRequired.create()));
      if (!(await check({ id: _id, account }, code, from))) throw totpInvalid.create();
    },
  };
}
