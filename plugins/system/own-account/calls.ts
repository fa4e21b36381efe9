import { defineCall, zSealed, zStarted } from '@waypost/contract';
import { z } from 'zod';

const area = 'own_account';
const access = { signedIn: true } as const;

/**
 * What becomes of the codes: they go on leading visitors to their targets, visitors are told that they are not available, or
 * that they were removed: the bin has them then, for an operator who opens the account again.
 */
export const CLOSED_CODES = ['keep', 'freeze', 'delete'] as const;

export const closingState = defineCall({
  area,
  call: 'closing',
  body: z.strictObject({}),
  /** `codes`: how many it has. `reasons`: sentences that say what stands against it; none: the account can be closed. */
  result: z.object({ may_close: z.boolean(), codes: z.int(), reasons: z.array(z.string()) }),
  access,
  isPersonal: true,
  summary: 'Whether the own account can be closed, and what it has',
});

export const closeOwnAccount = defineCall({
  area,
  call: 'close',
  body: z.strictObject({ old_password: zSealed, codes: z.enum(CLOSED_CODES) }),
  result: z.null(),
  access,
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
  failureStatuses: [409],
  summary: 'Closes the own account: every session and key ends, its name stays taken, bills and log stay',
});

export const exportOwnData = defineCall({
  area,
  call: 'export',
  body: z.strictObject({}),
  result: zStarted,
  answers: 202,
  access,
  isPersonal: true,
  summary: 'Starts an export of everything that belongs to the own account, as JSON',
});
