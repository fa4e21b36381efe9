import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

/** First byte of every address of Tron, on the test networks, too. */
const PREFIX = 0x41;
const BYTES = 21;
/** Letters of every address that begins with this byte. */
const LENGTH = 34;
const check = createBase58check(sha256);

/** What is wrong with a text that should be an address; sentences: `wallet.address.<fault>`. */
export const ADDRESS_FAULTS = ['hex', 'characters', 'length', 'checksum', 'network'] as const;
export type AddressFault = (typeof ADDRESS_FAULTS)[number];

/**
 * An entered address of Tron: base58 with its checksum, as wallets show it. Hex is refused: it has no checksum, and one wrong
 * digit sends money to nobody.
 */
export function readAddress(text: string): { address: string } | { fault: AddressFault } {
  const address = text.trim();
  if (/^(?:0x|41)?[0-9a-fA-F]{40}$/.test(address)) return { fault: 'hex' };
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(address)) return { fault: 'characters' };
  let bytes: Uint8Array;
  try {
    bytes = check.decode(address);
  } catch {
    return { fault: address.length === LENGTH ? 'checksum' : 'length' };
  }
  // Other chains have the same letters and the same checksum.
  return bytes.length === BYTES && bytes[0] === PREFIX ? { address } : { fault: 'network' };
}

export const isAddress = (text: string): boolean => 'address' in readAddress(text) && text === text.trim();

/** The 20 bytes of an account as people know it. */
export function addressOf(account: Uint8Array): string {
  return check.encode(Uint8Array.of(PREFIX, ...account));
}

/** The last 40 digits of what a node says in hex (an address with or without `41`, a topic), as people know it. */
export function addressOfHex(hex: string): string {
  const account = hex.slice(-40);
  if (!/^[0-9a-fA-F]{40}$/.test(account)) throw new TypeError('no address in hex');
  return addressOf(Uint8Array.from(account.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
}
