import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../money/values.ts';
import { BANK_STATES } from './values.ts';

const area = 'bank_top_up';
const zDecided = z.object({ id: zId, state: z.enum(BANK_STATES) });
const decision = {
  area,
  result: zDecided,
  access: { permission: 'wallet.bank_top_up:decide' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
} as const;

export const bankTopUpAdd = defineCall({
  area,
  call: 'add',
  body: z.strictObject({
    amount: zPrice,
    /** By what the operator finds it on the statement of the bank. */
    reference: z.string().trim().min(3).max(100),
    /** Made anew for each press that means another transfer. */
    key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
  }),
  result: z.object({ id: zId, number: z.string() }),
  access: { permission: 'wallet.recharge:create' },
  isPersonal: true,
  ratePerMinute: 10,
  summary:
    'Says that money for the own balance was sent by bank; an operator looks for it and approves or refuses',
});

export const bankTopUpApprove = defineCall({
  ...decision,
  call: 'approve',
  body: z.strictObject({
    id: zId,
    /** The number of the last approved one with the same reference that the operator has seen; empty: none. */
    same_reference: z.string().max(40).default(''),
  }),
  summary: 'Puts a bank transfer that has come onto the balance of whoever said so, once',
});

export const bankTopUpRefuse = defineCall({
  ...decision,
  call: 'refuse',
  body: z.strictObject({ id: zId, reason: z.string().trim().min(3).max(300) }),
  summary: 'Refuses a bank transfer that did not come; its owner reads the reason',
});
