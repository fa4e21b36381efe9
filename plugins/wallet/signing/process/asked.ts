import { z } from 'zod';
import { zId, zPublicKey, zSignature, zSignedApproval } from '../rules.ts';

const zHex = (most: number) =>
  z
    .string()
    .regex(/^[0-9a-f]*$/)
    .max(most);
const zKey = z.strictObject({
  key: zId,
  index: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
});

const zTransaction = { raw_data_hex: zHex(4_000), from: zKey };
/** What `sign` is asked with. */
export const zSigningRequest = z.discriminatedUnion('purpose', [
  z.strictObject({
    ...zTransaction,
    purpose: z.literal('payout'),
    withdrawal: zId,
    approvals: z.array(zSignedApproval).max(10),
    replaces: zHex(64).optional(),
  }),
  z.strictObject({ ...zTransaction, purpose: z.literal('collect'), run: zId }),
  z.strictObject({ ...zTransaction, purpose: z.literal('fund'), run: zId, to: zKey }),
]);

export const zOffer = z.strictObject({
  approver: zId,
  public_key: zPublicKey,
  /** By another key of the same person that is trusted. */
  endorsed: z.strictObject({ public_key: zPublicKey, signature: zSignature }).optional(),
});
export const zKeyId = z.strictObject({ id: zId });
export const zXpub = z.strictObject({ xpub: z.string().max(200) });
/** A command of the command line, proved with what only the master key opens. */
export const zCommand = z.strictObject({
  nonce: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  words: z.array(z.string().max(200)).max(1_010),
  proof: zHex(64),
});
