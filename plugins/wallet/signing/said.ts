import { z } from 'zod';
import { KEY_KINDS } from './signer.ts';
import { zLimits } from './vault/deeds.ts';

/** What the signer says, as the server reads it. */
export const zKeyFacts = z.strictObject({
  id: z.string(),
  kind: z.enum(KEY_KINDS),
  address: z.string(),
  address_hex: z.string(),
  public_key: z.string(),
  xpub: z.string(),
  create_time: z.iso.datetime(),
  remove_time: z.iso.datetime().nullable(),
});

const zApprover = { approver: z.string(), public_key: z.string(), fingerprint: z.string() };
const zTrusted = z.strictObject({ ...zApprover, trusted_time: z.iso.datetime() });
const zOffered = z.strictObject({ ...zApprover, offered_time: z.iso.datetime() });
export const zKnownApprover = z.union([zTrusted, zOffered]);

export const zSignerStatus = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('open'),
    head: z.string(),
    keys: z.array(zKeyFacts),
    limits: zLimits,
    trusted: z.array(zTrusted),
    offered: z.array(zOffered),
    seal_to: z.string(),
    restored_time: z.iso.datetime().nullable(),
    is_held: z.boolean(),
  }),
  z.strictObject({ state: z.literal('locked'), reason: z.enum(['master_key', 'chain', 'store']) }),
  z.strictObject({ state: z.literal('no_master_key') }),
  z.strictObject({ state: z.literal('away') }),
]);

export const zSignedTransaction = z.strictObject({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  raw_data_hex: z.string(),
  signature: z.string().regex(/^[0-9a-f]{130}$/),
  expiration: z.int(),
});
