import { parseAddress } from '@waypost/sdk';

const BITS = 128;
const VERSION4_PREFIX = 96;

/** The addresses of a range as numbers, first and last included; IPv4 stands in its IPv6-mapped form. */
export function rangeOf(text: string): { first: bigint; last: bigint } {
  const [address = '', prefix] = text.split('/');
  const bytes = parseAddress(address);
  if (bytes === undefined) throw new RangeError(`"${text}" is no address range`);
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const fixed = prefix === undefined ? BITS : Number(prefix) + (address.includes(':') ? 0 : VERSION4_PREFIX);
  const rest = BigInt(BITS - fixed);
  const first = (value >> rest) << rest;
  return { first, last: first + (1n << rest) - 1n };
}
