import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../money/values.ts';
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

export const balanceCall = defineCall({
  area,
  call: 'balance',
  body: z.strictObject({ account: zId }),
  /** Smallest units. */
  result: z.object({ available: zAmount, held: zAmount }),
  access: { permission: 'wallet.membership:pay_out' },
  summary: 'What a customer has, and what of it is on hold',
});

export const payOutCall = defineCall({
  area,
  call: 'pay_out',
  body: z.strictObject({
    account: zId,
    /** All of it, as it was shown: what has become another sum is refused. */
    amount: zPrice,
    /** How it was paid, such as the reference of a bank transfer; the customer reads it on the bill. */
    reference: z.string().trim().min(3).max(200),
    /** Made anew for each payment: the same one again changes nothing. */
    key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  }),
  result: z.object({ amount: zAmount }),
  access: { permission: 'wallet.membership:pay_out' },
  isPersonal: true,
  needsSecondFactor: true,
  failureStatuses: [409],
  summary:
    'Takes the whole balance of a customer off, who was paid by other means so that the account can be closed; once for each key',
});
