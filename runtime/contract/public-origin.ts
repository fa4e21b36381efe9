/** Why nobody outside can use what leads to an address. `plain_http`: they can, but browsers warn and others can read along. */
export type AddressReason = 'loopback' | 'private' | 'plain_http';

/** What is wrong with a public address that somebody wrote; each has a sentence `error.public_url.<fault>`. */
export type OriginFault = 'form' | 'scheme' | 'account' | 'path' | 'host';

/** Longest public address that is taken, characters: a host name has at most 253. */
export const PUBLIC_URL_MAX_LENGTH = 270;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** Names that lead nowhere outside: RFC 6761 and 6762, RFC 8375, ICANN's .internal, and what home routers make up. */
const PRIVATE_NAMES = /(^|\.)(local|internal|intranet|lan|home|corp|home\.arpa|test|example|invalid)$/;

/**
 * What is wrong with a public address; undefined when it is an origin: http or https, a host that can exist and perhaps
 * a port, without account, path, query and fragment. Upper case and a slash at the end do no harm.
 */
export function publicOriginFault(text: string): OriginFault | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s\\]+$/i.test(text) || text.length > PUBLIC_URL_MAX_LENGTH) return 'form';
  if (!/^https?:/i.test(text)) return 'scheme';
  const url = URL.parse(text);
  if (url === null) return 'host';
  if (url.username !== '' || url.password !== '') return 'account';
  if (url.pathname !== '/' || /[?#]/.test(text)) return 'path';
  return isHost(url.hostname) ? undefined : 'host';
}

/** The one spelling of an address that `publicOriginFault` finds nothing wrong with. */
export function publicOrigin(text: string): string {
  return new URL(text).origin;
}

/** Why an address or what begins with it does not do for printing; undefined: it does. */
export function addressReason(address: string): AddressReason | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const name = url.hostname.replace(/\.$/, '');
  const reach = name.startsWith('[')
    ? reachOfIpv6(name)
    : IPV4.test(name)
      ? reachOfIpv4(name)
      : reachOfName(name);
  return reach ?? (url.protocol === 'http:' ? 'plain_http' : undefined);
}

/** `URL` has written numbers of any form as IPv4, and has refused what is neither. */
function isHost(name: string): boolean {
  if (name.startsWith('[') || IPV4.test(name)) return !/^(0\.0\.0\.0|\[::\])$/.test(name);
  const labels = name.split('.');
  return (
    name.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

function reachOfName(name: string): AddressReason | undefined {
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  // A single label is a name of the own network.
  return !name.includes('.') || PRIVATE_NAMES.test(name) ? 'private' : undefined;
}

/** RFC 1918, 6598 (CGNAT), 3927 (link-local), 1122 (this network and loopback), 2544 (benchmarks), 5737 (documentation). */
function reachOfIpv4(address: string): AddressReason | undefined {
  const [a = 0, b = 0, c = 0] = address.split('.').map(Number);
  if (a === 127 || a === 0) return 'loopback';
  const isPrivate =
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113) ||
    a >= 224;
  return isPrivate ? 'private' : undefined;
}

/** RFC 4291, 4193, 3849 and addresses of IPv4 within; `URL` writes them in their shortest form. */
function reachOfIpv6(host: string): AddressReason | undefined {
  const address = host.slice(1, -1);
  if (address === '::1' || address === '::') return 'loopback';
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return reachOfIpv4(`${left >> 8}.${left & 255}.${right >> 8}.${right & 255}`);
  }
  return /^(f[cd]|fe[89ab]|ff|2001:db8:)/.test(address) ? 'private' : undefined;
}
