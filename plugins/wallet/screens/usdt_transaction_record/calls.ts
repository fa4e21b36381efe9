import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { TRANSFER_STATES } from '../../chain/values.ts';

/** Whose a transfer is, as somebody decides it who was asked. */
export const DECISIONS = ['order', 'account', 'not_ours'] as const;

export const zReason = z.string().trim().min(3).max(300);

export const transferResolve = defineCall({
  area: 'usdt_transaction_record',
  call: 'resolve',
  body: z
    .strictObject({
      id: zId,
      decision: z.enum(DECISIONS),
      order: zId.optional(),
      account: zId.optional(),
      reason: zReason,
    })
    .refine(({ decision, order }) => decision !== 'order' || order !== undefined, {
      path: ['order'],
      message: 'wallet.fault.order_missing',
    })
    .refine(({ decision, account }) => decision !== 'account' || account !== undefined, {
      path: ['account'],
      message: 'wallet.fault.account_missing',
    }),
  result: z.object({ state: z.enum(TRANSFER_STATES) }),
  access: { permission: 'wallet.transfer:resolve' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
  summary: 'Says whose a transfer is that matched nothing: credits it once, or marks it as not ours',
});
