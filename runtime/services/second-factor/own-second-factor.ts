import { errors } from '@waypost/contract';
import type { SecondFactor, SignedRequest } from '@waypost/sdk';
import type { createOwnAccount } from '../accounts/own-account.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { secondFactorIsOff } from '../errors.ts';
import type { CheckedCodes } from './checked-codes.ts';
import type { SecondFactors } from './second-factors.ts';

/** What people do with their own second factor, and an operator with somebody else's; the words are in the SDK's type. */
export function createOwnSecondFactor(options: {
  secondFactors: SecondFactors;
  codes: CheckedCodes;
  requireOldPassword: ReturnType<typeof createOwnAccount>['requireOldPassword'];
  audit: AuditLog;
}): SecondFactor {
  const { audit, codes, secondFactors } = options;

  const record = (what: string, request: SignedRequest) =>
    audit.record({
      type: `system.second_factor.${what}`,
      plugin: 'system',
      target: request.caller.id,
      request,
    });

  /** Password and code, the code last: a mistyped password must not use it up. */
  async function requireBoth(
    given: { password: string; code: string },
    request: SignedRequest,
  ): Promise<void> {
    const { id } = request.caller;
    if ((await secondFactors.find(id)) === undefined) throw secondFactorIsOff.create();
    await options.requireOldPassword(given.password, request);
    if (!(await codes.checkOwn(given.code, request))) throw wrongCode();
  }

  return {
    state: async (account) => {
      const found = await secondFactors.find(account);
      return found
        ? { is_on: true, since: found.since.toISOString(), recovery_left: found.recoveryLeft }
        : { is_on: false, since: null, recovery_left: 0 };
    },
    begin: async ({ password, issuer }, request) => {
      const { account } = await options.requireOldPassword(password, request);
      const { id } = request.caller;
      const begun = await secondFactors.begin({ id, name: account }, issuer);
      return { ...begun, expires_at: begun.expires_at.toISOString() };
    },
    confirm: async (code, request) => {
      const recoveryCodes = await secondFactors.confirm(request.caller.id, code.trim().replaceAll(' ', ''));
      if (recoveryCodes === undefined) throw wrongCode();
      await record('on', request);
      return recoveryCodes;
    },
    renewRecoveryCodes: async (given, request) => {
      await requireBoth(given, request);
      const made = await secondFactors.renewRecoveryCodes(request.caller.id);
      await record('recovery_codes', request);
      return made;
    },
    turnOff: async (given, request) => {
      await requireBoth(given, request);
      await secondFactors.remove(request.caller.id);
      await record('off', request);
    },
    reset: async (account) => {
      if (!(await secondFactors.remove(account))) throw secondFactorIsOff.create();
    },
    require: codes.require,
  };
}

/** Not a 401: clients would take that for the end of the session. */
const wrongCode = () =>
  errors.invalidInput.create({}, { errors: [{ path: 'totp', message: 'error.totp_invalid' }] });
