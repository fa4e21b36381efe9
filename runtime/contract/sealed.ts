import { z } from 'zod';

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`));

/** docs/http.md, "Sealed passwords": what `security/challenge` answers. Keys and challenge are 32 bytes, base64url. */
export const zChallenge = z.object({
  kid: z.string(),
  public_key: base64url(32),
  challenge: base64url(32),
  /** Seconds. */
  expires_in: z.int(),
});
export type Challenge = z.infer<typeof zChallenge>;

/** docs/http.md, "Sealed passwords": X25519 + HKDF-SHA256 + XChaCha20-Poly1305. */
export const zSealed = z.strictObject({
  v: z.literal(1),
  kid: z.string().max(64),
  challenge: base64url(32),
  epk: base64url(32),
  nonce: base64url(24),
  ct: z.string().regex(/^[A-Za-z0-9_-]{22,4096}$/),
  /** Milliseconds since 1970 by the sender's clock. */
  ts: z.int(),
});
export type Sealed = z.infer<typeof zSealed>;

/** HKDF info for a sealed field of a call. */
export function sealedInfo(area: string, call: string, field: string): string {
  return `waypost/v1/${area}/${call}/${field}`;
}
