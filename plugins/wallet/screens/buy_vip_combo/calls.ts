import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zMembership } from '../../members/calls.ts';
import { zPrice } from '../../money/values.ts';
import { PayType } from '../../orders/values.ts';
import { QUOTE_KINDS, zLimits } from '../../plans/values.ts';

const area = 'buy_vip_combo';
const permission = 'wallet.purchase:read';
/** Presses that make an order. */
const ORDERS_A_MINUTE = 30;
const zPayType = z.literal(Object.values(PayType));

const zOffer = z.object({
  id: zId,
  name: z.string(),
  description: z.string(),
  /** Smallest units: what it costs, what is taken off, and what is left to pay. */
  list_price: zAmount,
  credit: zAmount,
  /** A part of the smallest unit was left out of `credit`. */
  is_rounded: z.boolean(),
  price: zAmount,
  days: z.int(),
  limits: zLimits,
  kind: z.enum(QUOTE_KINDS),
  from: zTime,
  until: zTime,
  /** False: what is left of the present plan is worth more than this one. */
  is_open: z.boolean(),
});
export type Offer = z.infer<typeof zOffer>;

export const offersCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({
    offers: z.array(zOffer),
    /** Of the caller, smallest units. */
    balance: zAmount,
    membership: zMembership,
    pay_types: z.array(zPayType),
    /** Whether the caller can put money onto the balance without asking anybody. */
    can_top_up: z.boolean(),
  }),
  access: { permission },
  summary: 'Plans that are sold, what each costs the caller now, and the membership that the caller has',
});

export const buyCall = defineCall({
  area,
  call: 'buy',
  body: z.strictObject({
    plan: zId,
    /** As it was shown: what has become another is refused. */
    price: zPrice,
    kind: z.enum(QUOTE_KINDS),
    pay_type: zPayType,
    /** Made anew for each purchase: the same one again changes nothing. */
    key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  }),
  result: z.object({ id: zId, status: z.int() }),
  access: { permission: 'wallet.purchase:buy' },
  isPersonal: true,
  ratePerMinute: ORDERS_A_MINUTE,
  summary: 'Makes an order for a plan; from the balance it is paid at once',
});
