import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses at which nobody's machine is: link-local ones, where clouds hand out keys of their machines, multicast and unspecified
 * ones. Loopback and private networks are what operators want here: the machines are their own.
 */
const NOWHERE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv4');
// Also what carries an IPv4 address within: nobody writes a machine of theirs so.
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv6');
const OWN = '::1';
/** IPv4 within IPv6: judged as what it is. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether a machine may be looked for at an address, as the resolver writes it. */
export function isMachineAddress(address: string): boolean {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  if (version === 4) return !NOWHERE.check(plain, 'ipv4');
  return version === 6 && (plain === OWN || !NOWHERE.check(plain, 'ipv6'));
}

/**
 * The address of a host, looked up once: who connects goes there and nowhere else. Names are those that the system knows, `/etc/hosts`
 * included.
 * @returns undefined when it has none, or when any of them is no machine's
 */
export async function findMachine(host: string): Promise<string | undefined> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  return found.every(({ address }) => isMachineAddress(address)) ? found[0]?.address : undefined;
}
