import { z } from 'zod';
import { zId } from '../answer.ts';
import { defineCall } from '../call.ts';
import { SECOND_FACTOR_CODE_LENGTH } from '../constants.ts';
import { INVITATION_CODE_PATTERN } from '../registration.ts';
import { zChallenge, zSealed } from '../sealed.ts';

/** What a login, the profile and a change of password answer. */
export const zLoginResult = z.object({
  token: z.string(),
  user_info: z.object({
    id: zId,
    account: z.string(),
    name: z.string(),
    role: zId,
    role_name: z.string(),
    is_super: z.boolean(),
    permissions: z.array(z.string()),
    must_change_password: z.boolean(),
    /** The installation demands a second factor, and there is none yet: nothing else can be done. */
    must_set_second_factor: z.boolean().optional(),
    /** Account of the operator who acts as this one. */
    acted_by: z.string().optional(),
  }),
});

export type LoginResult = z.output<typeof zLoginResult>;
export type UserInfo = LoginResult['user_info'];

/** Hashing a password is dear, so an address gets few tries a minute; lock-out stops guessing long before. */
const LOGINS_PER_MINUTE = 60;
/** People register once; an address that many share (an office, a school) still gets enough. */
const REGISTRATIONS_PER_MINUTE = 20;

export const securityChallenge = defineCall({
  area: 'security',
  call: 'challenge',
  body: z.strictObject({}),
  result: zChallenge,
  access: { public: true },
  ratePerMinute: 240,
  summary: 'A key and a one-time challenge to seal one value with',
});

export const login = defineCall({
  area: 'administrator',
  call: 'login',
  body: z.strictObject({
    account: z.string().min(1).max(200),
    password: zSealed,
    /** Invitation code; has no effect on an account that exists. */
    code: z.string().max(64).optional(),
    /** A code of the second factor or a recovery code, once `totp_required` has asked for it. */
    totp: z.string().max(SECOND_FACTOR_CODE_LENGTH).optional(),
  }),
  result: zLoginResult,
  access: { public: true },
  ratePerMinute: LOGINS_PER_MINUTE,
  failureStatuses: [401],
  summary: 'Logs in with account and sealed password',
});

export const register = defineCall({
  area: 'administrator',
  call: 'register',
  body: z.strictObject({
    account: z.string().max(200),
    /** Invitation code of the superior. */
    code: z.string().regex(INVITATION_CODE_PATTERN).optional(),
    password: zSealed,
  }),
  result: zLoginResult,
  access: { public: true },
  ratePerMinute: REGISTRATIONS_PER_MINUTE,
  failureStatuses: [409],
  summary: 'Makes a customer account and logs in with it',
});

export const logout = defineCall({
  area: 'administrator',
  call: 'logout',
  body: z.strictObject({}),
  result: z.null(),
  access: { signedIn: true, withOneTimePassword: true },
  summary: 'Ends the session of this token',
});

export const profile = defineCall({
  area: 'administrator',
  call: 'profile',
  body: z.strictObject({}),
  result: zLoginResult,
  access: { signedIn: true, withOneTimePassword: true },
  summary: 'Who the caller is, with the token that was sent',
});
