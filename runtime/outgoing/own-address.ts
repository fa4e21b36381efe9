import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Whether an address is one of this machine's own: of any interface that leads out of it. Read each time, because networks
 * change while a server runs. Loopback is no public address anyway, and tests name parts of it.
 */
export function isOwnAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  // One address has many spellings; a list knows them all.
  const own = new BlockList();
  for (const found of Object.values(interfaces()).flat()) {
    if (found === undefined || found.internal) continue;
    const [bare = ''] = found.address.split('%');
    const family = isIP(bare);
    if (family !== 0) own.addAddress(bare, family === 6 ? 'ipv6' : 'ipv4');
  }
  return own.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
