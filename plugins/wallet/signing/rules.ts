import { z } from 'zod';

export const zId = z.string().min(1).max(64);
const zAmount = z.string().regex(/^[1-9]\d{0,30}$/);
/** An uncompressed point of P-256, hex. */
export const zPublicKey = z.string().regex(/^04[0-9a-f]{128}$/);
/** r and s, hex. */
export const zSignature = z.string().regex(/^[0-9a-f]{128}$/);

/** What an approver has approved, with what proves it. */
export const zSignedApproval = z.strictObject({
  withdrawal: zId,
  receiver: z.string().max(40),
  amount: zAmount,
  network: z.string().max(20),
  contract: z.string().max(40),
  approver: zId,
  approved_at: z.iso.datetime(),
  public_key: zPublicKey,
  signature: zSignature,
});

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
/** Sealed in the browser to the signer's key. */
export const zSealedSecret = z.strictObject({
  v: z.literal(1),
  epk: base64url.length(43),
  nonce: base64url.length(32),
  ct: base64url.max(2_000),
});
