import { hkdfSync } from 'node:crypto';

const BYTES = 32;
/** Fewer different bytes are no random key: 32 random ones have as few once in 10^14. */
const FEWEST_DIFFERENT = 12;

/** The key that locks all others, and by what it is known: it stands beside what it has locked. */
export interface MasterKey {
  id: string;
  bytes: Uint8Array;
}

/** Reads 32 bytes in hex or base64. @throws TypeError with what was expected; the text is not repeated */
export function readMasterKey(text: string): MasterKey {
  const trimmed = text.trim();
  const bytes = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : undefined;
  if (bytes?.length !== BYTES)
    throw new TypeError(
      'WALLET_MASTER_KEY: expected 32 random bytes in hex or base64; make them with openssl rand -hex 32',
    );
  if (new Set(bytes).size < FEWEST_DIFFERENT || bytes.every((byte) => byte >= 0x20 && byte < 0x7f))
    throw new TypeError('WALLET_MASTER_KEY: expected 32 random bytes; these can be guessed');
  return masterKeyOf(new Uint8Array(bytes));
}

export function masterKeyOf(bytes: Uint8Array): MasterKey {
  const id = Buffer.from(hkdfSync('sha256', bytes, '', 'waypost signer: id of a master key', 8));
  return { id: id.toString('hex'), bytes };
}
