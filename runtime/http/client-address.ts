import { BlockList, isIP } from 'node:net';

/** Reads the client's address of a request; `peer` is the address of the connection's other end. */
export type AddressReader = (request: Request, peer: string) => string;

/**
 * X-Forwarded-For counts only as far as trusted proxies wrote it: from the right, the first address that is
 * not one of theirs. A header sent by anybody else is ignored.
 * @param trustedProxies addresses or CIDRs, already checked
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  if (trustedProxies.length === 0) return (_request, peer) => plain(peer);
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request, peer) => {
    let current = plain(peer);
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',');
    for (let index = hops.length - 1; index >= 0 && isTrusted(current); index -= 1) {
      const hop = plain(hops[index] ?? '');
      if (isIP(hop) === 0) break;
      current = hop;
    }
    return current;
  };
}

/** Without brackets, port or the IPv4-in-IPv6 prefix, so that one client has one address. */
function plain(text: string): string {
  const trimmed = text.trim().toLowerCase();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1];
  const address =
    bracketed ?? (/^[0-9.]+:\d+$/.test(trimmed) ? trimmed.slice(0, trimmed.indexOf(':')) : trimmed);
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** Whether an address is of this machine's loopback network. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
