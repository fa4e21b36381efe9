import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zLimits } from '../plans/values.ts';
import { STANDINGS } from './rules.ts';

/** Days of one gift: a year. */
const MOST_DAYS = 366;
const area = 'membership';

export const zMembership = z.object({
  standing: z.enum(STANDINGS),
  plan: zId.nullable(),
  plan_name: z.string(),
  /** Null: it has no end, or there is none. */
  until: zTime.nullable(),
  /** Until when codes go on answering. */
  grace_until: zTime.nullable(),
  limits: zLimits,
});

export const membershipCall = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ account: zId }),
  result: zMembership,
  access: { permission: 'wallet.membership:read' },
  summary: 'How the membership of a customer stands, and what bounds it',
});

export const giveDaysCall = defineCall({
  area,
  call: 'give',
  body: z.strictObject({
    account: zId,
    days: z.int().min(1).max(MOST_DAYS),
    remark: z.string().trim().min(1).max(300),
    /** Made anew for each gift: the same one again changes nothing. */
    key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  }),
  result: z.object({ until: zTime }),
  access: { permission: 'wallet.membership:give' },
  isPersonal: true,
  needsSecondFactor: true,
  summary: 'Adds days to the membership of a customer, with a reason; once for each key',
});
