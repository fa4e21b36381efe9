import { SHORT_CODE_PATTERN } from '@waypost/contract';
import type { PlatformFacts } from '@waypost/sdk';

/**
 * Host (without port, lower case) and short code of a reported address; undefined when it cannot be one of a short
 * link. People copy addresses with and without the scheme, and with what stands behind the code.
 */
export function reportedPlace(address: string): { host: string; short_code: string } | undefined {
  const text = address.trim();
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const { hostname, pathname, username, password } = new URL(full);
  // Before an @ stands what looks like a host to people and is none.
  if (username !== '' || password !== '') return undefined;
  const short_code = pathname.slice(1);
  return SHORT_CODE_PATTERN.test(short_code) ? { host: hostname, short_code } : undefined;
}

/**
 * Whether codes without a domain of their own are visited under a host: those of the public address, of now and as it was
 * printed before, and those by which the server is reached without a name, as in a network of one's own. Any other name
 * may be somebody else's.
 */
export function isOwnHost(
  host: string,
  { publicUrl, formerPublicUrls }: Pick<PlatformFacts, 'publicUrl' | 'formerPublicUrls'>,
): boolean {
  if ([publicUrl, ...formerPublicUrls].some((url) => new URL(url).hostname === host)) return true;
  return host === 'localhost' || /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('[');
}
