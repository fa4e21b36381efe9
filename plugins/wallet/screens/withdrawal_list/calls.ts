import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
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
  body: z.strictObject({ id: zId }),
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

export const withdrawalPay = defineCall({
  ...decision,
  call: 'pay',
  body: z.strictObject({ id: zId, transaction: zTransaction }),
  access: { permission: 'wallet.withdrawal:pay' },
  needsSecondFactor: true,
  summary: 'Says which transaction has paid an approved withdrawal; it is looked for on the chain',
});
