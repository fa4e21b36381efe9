import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { NETWORKS } from '../../chain/networks/values.ts';
import { zPayment } from '../../chain/orders/values.ts';
import { zPrice } from '../../money/values.ts';

const area = 'balance_recharge';

export const rechargeFacts = defineCall({
  area,
  call: 'facts',
  body: z.strictObject({}),
  result: z.object({
    /** Whether anything can be paid over the chain now. */
    is_open: z.boolean(),
    /** After a restore: when it is open again; null: it is not held. */
    held_until: zTime.nullable(),
    network: z.enum(NETWORKS),
    minimum: zAmount,
    maximum: zAmount,
    /** What 1 USDT is in the money that people think in; `0`: not shown. */
    rate: z.string(),
    rate_currency: z.string(),
    balance: zAmount,
    /** Where to send money by bank, as the operator wrote it; empty: that is switched off. */
    bank_text: z.string(),
    /** Own payments that are still open, the latest first. */
    open: z.array(z.object({ id: zId, amount: zAmount, expires_time: zTime })),
  }),
  access: { permission: 'wallet.recharge:read' },
  summary: 'What one can put onto the own balance, what is there, and which own payments are open',
});

export const rechargeAdd = defineCall({
  area,
  call: 'add',
  /** `key` is made anew for each press that means another payment. */
  body: z.strictObject({ amount: zPrice, key: z.string().min(8).max(64) }),
  result: zPayment,
  access: { permission: 'wallet.recharge:create' },
  isPersonal: true,
  ratePerMinute: 10,
  summary: 'Opens a payment onto the own balance: an address of its own, the exact amount, and its end',
});

export const paymentDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: zPayment,
  access: { permission: 'wallet.recharge:read' },
  summary: 'How an own payment over the chain stands; the topic `wallet.payment:<id>` tells the same',
});
