import { createHash } from 'node:crypto';
import type { TronWeb as TronWebClass } from 'tronweb';

// `import` of tronweb fails at random on a cold cache of the transpiler, `require` never did.
const { TronWeb } = require('tronweb') as { TronWeb: typeof TronWebClass };

/** `Transfer(address,address,uint256)` as logs name it. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** `T…` or `41…` as the 21 bytes in hex that a node has inside. @throws Error for what is no address */
export function toHex(address: string): string {
  const hex = TronWeb.address.toHex(address).toLowerCase();
  if (!/^41[0-9a-f]{40}$/.test(hex)) throw new Error(`no address: ${address}`);
  return hex;
}

/** Lists of thousands of transfers name few addresses, and each costs two hashes. */
const shown = new Map<string, string>();
export function toBase58(hex: string): string {
  const known = shown.get(hex);
  if (known !== undefined) return known;
  const address = TronWeb.address.fromHex(hex);
  shown.set(hex, address);
  return address;
}

export const isAddress = (address: string): boolean => TronWeb.isAddress(address);

/** An address in a word of 32 bytes, without its first byte, as logs and parameters have it. */
export const addressWord = (address: string): string => toHex(address).slice(2).padStart(64, '0');
export const numberWord = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');

/** A text as a function of a contract returns it. */
export function textWords(text: string): string {
  const bytes = Buffer.from(text);
  const padded = Math.max(32, Math.ceil(bytes.length / 32) * 32);
  return numberWord(32) + numberWord(bytes.length) + bytes.toString('hex').padEnd(padded * 2, '0');
}
