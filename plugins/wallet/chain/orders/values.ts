import { zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ORDER_KINDS, OrderStatus, SETTLEMENTS } from '../../orders/values.ts';
import { NETWORKS } from '../networks/values.ts';

/** A payment over the chain, as the payer sees it and follows it. */
export const zPayment = z.object({
  id: zId,
  number: z.string(),
  kind: z.enum(ORDER_KINDS),
  network: z.enum(NETWORKS),
  address: z.string(),
  /** Others pay to the same address: this payment is told by its amount alone. */
  is_shared: z.boolean(),
  contract: z.string(),
  /** Smallest units: what is to be paid, what of it has come, and what was seen and has not enough blocks behind it. */
  amount: zAmount,
  received: zAmount,
  pending: zAmount,
  status: z.literal(Object.values(OrderStatus)),
  settlement: z.enum(SETTLEMENTS),
  expires_time: zTime,
  confirmations: z.int(),
  /** Of the address; null: pictures are switched off. */
  picture: z.object({ size: z.int(), path: z.string() }).nullable(),
});
export type Payment = z.output<typeof zPayment>;
