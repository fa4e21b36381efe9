import { layBlockedRanges } from '../../process/blocked-ranges.ts';
import { parseRange } from '../../sdk/address.ts';

/**
 * Ranges that are no network's and so stand nowhere (RFC 6890 and what the registries of IANA have added to it), with multicast
 * (RFC 5771, 4291). Left out are those that carry an address of somebody: 192.88.99.0/24, 2002::/16, 64:ff9b::/96.
 */
const SPECIAL_RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', '::1/128', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
] as const;

/** Makes the function that says whether an address, 16 bytes, is in one of them. */
export function createSpecialRanges(): (address: Uint8Array) => boolean {
  const ranges = layBlockedRanges(
    SPECIAL_RANGES.map((text) => {
      const range = parseRange(text);
      if (range === undefined) throw new TypeError(`${text} is no range of addresses`);
      return { ...range, until: Number.POSITIVE_INFINITY };
    }),
  );
  return (address) => ranges.has(address, 0, () => 0);
}
