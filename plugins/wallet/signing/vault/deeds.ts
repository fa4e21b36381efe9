import { z } from 'zod';
import { signerErrors } from '../errors.ts';

const zAmount = z.string().regex(/^(0|[1-9]\d{0,30})$/);
const zSignerKey = z.strictObject({ key: z.string(), index: z.int().optional() });

export const zLimits = z.strictObject({
  network: z.string().max(20),
  contract: z.string().max(40),
  single: zAmount,
  daily: zAmount,
  two_above: zAmount,
  fee_limit: zAmount,
  fund_single: zAmount,
  fund_run: zAmount,
  fund_daily: zAmount,
  collect_to: z.string().max(40),
  receivers: z.array(z.string().max(40)).max(1_000),
});

const zApprover = { approver: z.string().max(64), public_key: z.string().regex(/^04[0-9a-f]{128}$/) };

const zSigned = z.strictObject({
  kind: z.literal('signed'),
  purpose: z.enum(['payout', 'collect', 'fund']),
  /** Withdrawal or run. */
  of: z.string(),
  from: zSignerKey,
  txid: z.string(),
  raw_data_hex: z.string(),
  signature: z.string(),
  expiration: z.int(),
  receiver: z.string(),
  /** Micro-USDT, of `fund` sun. */
  amount: zAmount,
  /** Fingerprints of who approved. */
  approved_by: z.array(z.string()),
});
export type SignedDeed = z.infer<typeof zSigned>;

const REFUSALS = Object.keys(signerErrors) as (keyof typeof signerErrors)[];

/** What the signer does: each is a line of its chain. */
export const zDeed = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begun'), keys_hash: z.string() }),
  z.strictObject({
    kind: z.literal('key_added'),
    id: z.string(),
    address: z.string(),
    keys_hash: z.string(),
  }),
  z.strictObject({ kind: z.literal('key_removed'), id: z.string() }),
  z.strictObject({ kind: z.literal('limits'), limits: zLimits }),
  z.strictObject({ kind: z.literal('offered'), ...zApprover }),
  /** `by`: `command_line`, or the fingerprint of another key of the same person. */
  z.strictObject({ kind: z.literal('trusted'), ...zApprover, by: z.string() }),
  z.strictObject({ kind: z.literal('distrusted'), public_key: zApprover.public_key }),
  zSigned,
  z.strictObject({
    kind: z.literal('refused'),
    purpose: z.string(),
    of: z.string(),
    refusal: z.enum(REFUSALS),
  }),
  /** All of it came out of a backup: what was signed since that was made is not here. `resumed`: whoever has the master key has looked. */
  z.strictObject({ kind: z.literal('restored') }),
  z.strictObject({ kind: z.literal('resumed') }),
  z.strictObject({ kind: z.literal('rotated'), from: z.string(), to: z.string(), keys_hash: z.string() }),
]);
export type Deed = z.infer<typeof zDeed>;
