import { defineCall, zSealed, zTime } from '@waypost/contract';
import { z } from 'zod';

const area = 'password_link';
/** As long as tokens are, and some more. */
const token = z.string().min(1).max(128);
/** Hashing a password is dear; whoever guesses tokens has no chance, but costs something. */
const PER_MINUTE = 30;

export const passwordLinkOf = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ token }),
  result: z.object({ account: z.string(), expires_at: zTime }),
  access: { public: true },
  ratePerMinute: PER_MINUTE,
  failureStatuses: [410],
  summary: 'Whose password a one-time link sets, and until when',
});

export const passwordByLink = defineCall({
  area,
  call: 'update',
  body: z.strictObject({ token, password: zSealed }),
  result: z.null(),
  access: { public: true },
  ratePerMinute: PER_MINUTE,
  failureStatuses: [410],
  summary: 'Sets a password with a one-time link; every session and API key of the account ends',
});
