import { AppError, addressReason } from '@waypost/contract';
import { type PluginContext, parseAddress } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { aliasTarget } from '../proof/records.ts';

/** A record that the DNS has to have: names in lower case, without the dot at their end. */
export interface NeededRecord {
  type: 'A' | 'AAAA' | 'CNAME' | 'TXT';
  name: string;
  value: string;
}

/** Where visits of domains have to be led. */
export interface PlatformPlace {
  /** Empty: the platform is reached by its addresses alone. */
  host: string;
  addresses: readonly string[];
}

/** What the platform's host leads to now; no addresses where nobody could say. */
export async function platformPlace(context: PluginContext): Promise<PlatformPlace> {
  const { hostname } = new URL(context.platform.publicUrl);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (parseAddress(literal) !== undefined) {
    const reason = addressReason(context.platform.publicUrl);
    // Where nobody outside gets no domain is led.
    return { host: '', addresses: reason === 'loopback' || reason === 'private' ? [] : [literal] };
  }
  const host = aliasTarget(context);
  if (host === '') return { host, addresses: [] };
  const found = await Promise.all([addressesOf(context, host, 'A'), addressesOf(context, host, 'AAAA')]);
  return { host, addresses: found.flat() };
}

async function addressesOf(context: PluginContext, host: string, type: 'A' | 'AAAA'): Promise<string[]> {
  try {
    return (await context.internet.resolve(host, type)).records.map(({ value }) => value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/**
 * What a domain needs to lead here and to be proved. A name that was registered itself has the records of its zone beside it, where
 * an alias must not stand (RFC 1034, 3.6.2): it gets addresses, as far as they are known.
 */
export function neededRecords(
  {
    name,
    registrable,
    token,
    is_platform,
  }: Pick<StoredDomain, 'name' | 'registrable' | 'token' | 'is_platform'>,
  { host, addresses }: PlatformPlace,
): NeededRecord[] {
  const led: NeededRecord[] =
    host !== '' && name !== registrable && name !== host
      ? [{ type: 'CNAME', name, value: host }]
      : addresses.map((value) => ({ type: value.includes(':') ? 'AAAA' : 'A', name, value }));
  return is_platform ? led : [...led, { type: 'TXT', name: `_waypost.${name}`, value: `waypost=${token}` }];
}
