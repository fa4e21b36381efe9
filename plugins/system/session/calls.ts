import { defineCall, INVITATION_CODE_PATTERN, zChallenge, zSealed } from '@waypost/contract';
import { z } from 'zod';
import { zLoginResult } from './values.ts';

const zMenuNode = z.object({
  id: z.string(),
  name: z.string(),
  language_variables: z.string(),
  path: z.string(),
  type: z.literal([1, 2]),
  platform: z.literal(1),
  icon: z.string(),
  show_headshot: z.literal([1, 2]),
  sort: z.number(),
  remote: z.object({ plugin: z.string(), screen: z.string() }).nullable(),
  permission: z.string().nullable(),
  get children() {
    return z.array(zMenuNode);
  },
});

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
    /** One-time code of accounts with a second factor; no account has one yet. */
    totp: z.string().max(16).optional(),
  }),
  result: zLoginResult,
  access: { public: true },
  ratePerMinute: LOGINS_PER_MINUTE,
  failureStatuses: [401],
  summary: 'Signs in with account and sealed password',
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
  summary: 'Makes a customer account and signs in with it',
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

export const menuTree = defineCall({
  area: 'menu',
  call: 'tree',
  body: z.strictObject({}),
  result: z.object({
    tree_menu_arr: z.array(zMenuNode),
    remotes: z.array(z.object({ id: z.string(), version: z.string(), manifest: z.string() })),
    slots: z.array(z.object({ slot: z.string(), plugin: z.string(), name: z.string(), order: z.int() })),
    generation: z.number(),
  }),
  access: { signedIn: true, withOneTimePassword: true },
  summary: 'Screens and buttons that the caller may see, and where their user interfaces are',
});
