import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { REFUND_PARTS } from '../../orders/values.ts';

const area = 'order';
const PER_MINUTE = 30;

const zSums = z.object({
  part: z.enum(REFUND_PARTS),
  /** Smallest units: what the buyer gets, and what the agent gives back of the share. */
  refund: zAmount,
  share_return: zAmount,
  /** When the membership ends then; null: it has no end, or is not touched. */
  until: zTime.nullable(),
  /** The plan that holds then; empty: it is not touched. */
  plan_name: z.string(),
});
export type RefundSum = z.infer<typeof zSums>;

export const zRefundOffer = z.object({
  number: z.string(),
  price: zAmount,
  owner_account: z.string(),
  /** Empty: nobody earned of it. */
  agent_account: z.string(),
  parts: z.array(zSums),
});
export type RefundOffer = z.infer<typeof zRefundOffer>;

export const refundOffer = defineCall({
  area,
  call: 'refund_offer',
  body: z.strictObject({ id: zId }),
  result: zRefundOffer,
  access: { permission: 'wallet.order:refund' },
  failureStatuses: [409],
  summary:
    'What a paid order can be refunded with, whole and for the days that are left, and what follows of each',
});

export const refundCall = defineCall({
  area,
  call: 'refund',
  body: z.strictObject({
    id: zId,
    part: z.enum(REFUND_PARTS),
    /** As it was shown: what has become another sum is refused. */
    refund: zAmount,
    reason: z.string().trim().min(3).max(300),
  }),
  result: z.object({
    refund: zAmount,
    share_return: zAmount,
    /** What the agent had spent already: it is taken from the next shares. */
    owed: zAmount,
  }),
  access: { permission: 'wallet.order:refund' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: PER_MINUTE,
  summary: 'Gives the money of a paid order back, once, takes the share back and ends what was bought',
});

export const cancelCall = defineCall({
  area,
  call: 'cancel',
  body: z.strictObject({ id: zId }),
  result: z.object({ id: zId, version: z.int() }),
  access: { permission: 'wallet.own_order:cancel' },
  isPersonal: true,
  ratePerMinute: PER_MINUTE,
  summary: 'Cancels an own order that is not paid; what is sent for it all the same is on the balance',
});
