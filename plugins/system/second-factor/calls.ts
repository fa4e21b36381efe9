import { defineCall, SECOND_FACTOR_CODE_LENGTH, zSealed, zTime } from '@waypost/contract';
import { z } from 'zod';

const area = 'second_factor';
const access = { signedIn: true } as const;
/** What sets one up, also for whoever may do nothing else before. */
const setUp = { signedIn: true, withoutSecondFactor: true } as const;
const zCode = z.string().trim().min(1).max(SECOND_FACTOR_CODE_LENGTH);
/** Password and code together: neither a stolen session nor a stolen telephone is enough. */
const zBoth = z.strictObject({ old_password: zSealed, totp: zCode });
const zRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorState = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({ is_on: z.boolean(), since: zTime.nullable(), recovery_left: z.int() }),
  access: setUp,
  summary: 'Whether the own account has a second factor, and how many recovery codes are left',
});

export const beginSecondFactor = defineCall({
  area,
  call: 'begin',
  body: z.strictObject({ old_password: zSealed }),
  /** `secret`: in base32, to type; `address`: the same as authenticator apps take it; `picture`: a QR code of it. */
  result: z.object({
    secret: z.string(),
    address: z.string(),
    picture: z.object({ size: z.int(), path: z.string() }),
    expires_at: zTime,
  }),
  access: setUp,
  isPersonal: true,
  ratePerMinute: 60,
  summary: 'Begins the set-up of a second factor, which counts once a code has confirmed it',
});

export const confirmSecondFactor = defineCall({
  area,
  call: 'confirm',
  body: z.strictObject({ totp: zCode }),
  result: zRecoveryCodes,
  access: setUp,
  isPersonal: true,
  ratePerMinute: 60,
  summary: 'Switches the second factor on with a code of it; the recovery codes are told once',
});

export const renewRecoveryCodes = defineCall({
  area,
  call: 'renew_codes',
  body: zBoth,
  result: zRecoveryCodes,
  access,
  isPersonal: true,
  ratePerMinute: 60,
  summary: 'Makes other recovery codes; those before are worth nothing',
});

export const turnOffSecondFactor = defineCall({
  area,
  call: 'turn_off',
  body: zBoth,
  result: z.null(),
  access,
  isPersonal: true,
  ratePerMinute: 60,
  summary: 'Switches the own second factor off',
});
