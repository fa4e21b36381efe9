import { defineCall, pageOf, pagingShape, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { STANDINGS } from '../../members/rules.ts';
import { zPrice } from '../../money/values.ts';
import { LARGEST_TOP_UP, LEAST_TOP_UP } from './values.ts';

const area = 'user_customer';
export const READ_CUSTOMERS = 'wallet.customer:read';
export const TOP_UP_CUSTOMERS = 'wallet.customer:top_up';
const access = { permission: READ_CUSTOMERS };
/** Presses that give money away. */
const TOP_UPS_A_MINUTE = 20;

export const zCustomer = z.object({
  id: zId,
  account: z.string(),
  name: z.string(),
  is_disabled: z.boolean(),
  standing: z.enum(STANDINGS),
  /** Empty: none was bought. */
  plan_name: z.string(),
  until: zTime.nullable(),
  joined_time: zTime,
  /** Since they are the caller's: orders that were paid, what they cost without what was given back, and what the caller kept of it. */
  orders: z.int(),
  spent: zAmount,
  kept: zAmount,
  last_time: zTime.nullable(),
});
export type Customer = z.infer<typeof zCustomer>;
export const CUSTOMER_SORTS = ['joined_time', 'until'] as const;

export const customersCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({
    ...pagingShape,
    /** How the account, the name or the phone begins. */
    search: z.string().max(200).optional(),
    sort_field: z.enum(CUSTOMER_SORTS).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
  }),
  result: pageOf(zCustomer),
  access,
  summary: 'The customers right below the caller, the newest first: plan, end, spending',
});

export const customerCall = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: zCustomer,
  access,
  summary: 'One customer right below the caller',
});

export const invitationCall = defineCall({
  area,
  call: 'invitation',
  body: z.strictObject({}),
  result: z.object({
    /** False: nobody may register now, with an invitation or without. */
    is_open: z.boolean(),
    code: z.string(),
    url: z.string(),
    /** The address as a square of `size` dots, and the dark ones of it as the path of an SVG. */
    picture: z.object({ size: z.int(), path: z.string() }),
  }),
  access,
  summary: 'The address by which others register as customers of the caller, and its picture',
});

/** What is no amount has been said by `zPrice`. */
const isWithin = (amount: string): boolean =>
  !zPrice.safeParse(amount).success || (BigInt(amount) >= LEAST_TOP_UP && BigInt(amount) <= LARGEST_TOP_UP);
export const zTopUpAmount = zPrice.refine(isWithin, 'wallet.fault.top_up_bounds');

export const topUpCall = defineCall({
  area,
  call: 'top_up',
  body: z.strictObject({
    customer: zId,
    amount: zTopUpAmount,
    remark: z.string().trim().max(200).optional(),
    /** Made anew for each press that means another payment: the same one again changes nothing. */
    key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  }),
  result: z.object({
    /** What the caller has left. */
    available: zAmount,
  }),
  access: { permission: TOP_UP_CUSTOMERS },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: TOP_UPS_A_MINUTE,
  summary: 'Puts money from the own balance onto that of a customer right below; once for each key',
});

export const topUpFactsCall = defineCall({
  area,
  call: 'top_up_facts',
  body: z.strictObject({ customer: zId }),
  result: z.object({
    /** Of the caller, smallest units. */
    available: zAmount,
    /** The latest that this customer got of the caller. */
    latest: z.array(z.object({ id: z.string(), amount: zAmount, remark: z.string(), time: zTime })),
  }),
  access: { permission: TOP_UP_CUSTOMERS },
  summary: 'What the caller could put onto the balance of a customer, and what was put there last',
});
