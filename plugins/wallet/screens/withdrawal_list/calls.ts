import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zBrowserApproval } from '../../signing/approvers/calls.ts';
import { PHASES } from '../../withdrawals/values.ts';

const area = 'withdrawal_list';
const DECISIONS_A_MINUTE = 60;

export const zReason = z.string().trim().min(3).max(300);
/** As explorers and wallets show it; with or without `0x`, in any case. */
export const zTransaction = z
  .string()
  .trim()
  .max(80)
  .regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'wallet.fault.transaction');

const zPhase = z.object({ id: zId, phase: z.enum(PHASES) });
const decision = { area, result: zPhase, isPersonal: true, ratePerMinute: DECISIONS_A_MINUTE } as const;

export const withdrawalApprove = defineCall({
  ...decision,
  call: 'approve',
  /** `approval`: what the approver's own key has signed of it; without one only an operator's own wallet can pay it. */
  body: z.strictObject({ id: zId, approval: zBrowserApproval.optional() }),
  access: { permission: 'wallet.withdrawal:approve' },
  needsSecondFactor: true,
  summary: 'Approves a withdrawal of somebody else; of a large one the first of two people',
});

export const withdrawalReject = defineCall({
  ...decision,
  call: 'reject',
  body: z.strictObject({ id: zId, reason: zReason }),
  access: { permission: 'wallet.withdrawal:reject' },
  needsSecondFactor: true,
  summary:
    'Rejects a withdrawal, or gives back one that was approved and could not be paid; its owner reads the reason and has the money back',
});

export const withdrawalTakeOn = defineCall({
  ...decision,
  call: 'take_on',
  /** `is_warned`: another one pays it for more than an hour, and the reader knows that it may have been paid already. */
  body: z.strictObject({ id: zId, is_warned: z.literal(true).optional() }),
  access: { permission: 'wallet.withdrawal:pay' },
  summary:
    'Says "I am paying this now" of an approved withdrawal: nobody else pays it until they let go, or an hour has passed',
});

export const withdrawalLetGo = defineCall({
  ...decision,
  call: 'let_go',
  body: z.strictObject({ id: zId }),
  access: { permission: 'wallet.withdrawal:pay' },
  summary: 'Lets go of a withdrawal that the caller has taken on and has not paid',
});

export const withdrawalSendAgain = defineCall({
  ...decision,
  call: 'send_again',
  body: z.strictObject({ id: zId }),
  access: { permission: 'wallet.withdrawal:pay' },
  needsSecondFactor: true,
  summary: 'Has the signer pay an approved withdrawal that somebody had in hand, or that was sent in vain',
});

export const withdrawalPay = defineCall({
  ...decision,
  call: 'pay',
  body: z.strictObject({ id: zId, transaction: zTransaction }),
  access: { permission: 'wallet.withdrawal:pay' },
  needsSecondFactor: true,
  summary:
    'Says which transaction has paid a withdrawal that the caller has taken on; it is looked for on the chain',
});
