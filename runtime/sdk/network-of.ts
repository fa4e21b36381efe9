import { formatAddress, isVersion4, parseAddress } from './address.ts';

/**
 * The part of an address that one attacker holds: an IPv4 address, or the first 64 bits of an IPv6 one,
 * because a single customer line has 2^64 of those. What counts by address, such as wrong passwords, counts by this.
 * @param address in any spelling; what is no address comes back as it is
 */
export function networkOf(address: string): string {
  const bytes = parseAddress(address);
  if (bytes === undefined) return address;
  if (isVersion4(bytes)) return formatAddress(bytes);
  const groups = [0, 2, 4, 6].map((at) =>
    (((bytes[at] as number) << 8) | (bytes[at + 1] as number)).toString(16),
  );
  return `${groups.join(':')}::/64`;
}
