import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not of the public internet (IANA special-purpose registries, RFC 6890 and its successors), and one of
 * it under which machines at Azure reach their host (168.63.129.16: "What is IP address 168.63.129.16?", Microsoft Learn).
 * Other clouds' such services are at 169.254.169.254, 100.100.100.200 and 192.0.0.192, which are special anyway.
 */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only what is handed out for the internet is public, and of that not what carries an IPv4 address or is for examples. */
const PUBLIC_6 = '2000::/3';
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special4 = listOf(SPECIAL_4, 'ipv4');
const public6 = listOf([PUBLIC_6], 'ipv6');
const special6 = listOf(SPECIAL_6, 'ipv6');

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits = ''] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address, as the resolver writes it, is one of the public internet. Whatever is not understood is not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  return version === 6 && public6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
