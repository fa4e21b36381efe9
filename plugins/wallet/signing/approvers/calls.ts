import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { zPublicKey, zSignature } from '../rules.ts';

const area = 'approver_key';
/** `trusted`: approvals by it count; `waiting`: the command line has not confirmed it; `unknown`: the signer does not answer. */
export const APPROVER_STATES = ['trusted', 'waiting', 'unknown'] as const;

/** What an approver's browser has signed of a withdrawal, beside what the withdrawal says itself. */
export const zBrowserApproval = z.strictObject({
  approved_at: z.iso.datetime(),
  public_key: zPublicKey,
  signature: zSignature,
});

const zKnown = z.object({
  fingerprint: z.string(),
  public_key: z.string(),
  state: z.enum(APPROVER_STATES),
  create_time: z.iso.datetime(),
});

export const approverKeys = defineCall({
  area,
  call: 'own',
  body: z.strictObject({}),
  result: z.object({ keys: z.array(zKnown), approver: z.string() }),
  access: { permission: 'wallet.withdrawal:approve' },
  isPersonal: true,
  summary: "The caller's own keys for approving withdrawals, and whether approvals by them count",
});

export const approverOffer = defineCall({
  area,
  call: 'offer',
  body: z.strictObject({
    public_key: zPublicKey,
    /** By another key of the caller's: what this one is vouched for with. */
    endorsed: z.strictObject({ public_key: zPublicKey, signature: zSignature }).optional(),
  }),
  result: zKnown,
  access: { permission: 'wallet.withdrawal:approve' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 10,
  summary:
    "Keeps the public half of a key that the caller's browser has made; it counts once the command line has confirmed it",
});
