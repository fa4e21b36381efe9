import { addressReason } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import type { OwnPlace } from '../place/own-place.ts';
import type { LeadingType } from './values.ts';

/** A record that the DNS has to have: names in lower case, without the dot at their end. */
export interface NeededRecord {
  type: LeadingType | 'TXT';
  name: string;
  value: string;
}
type LeadingRecord = NeededRecord & { type: LeadingType };

/** The same place as far as names of others can be led to it: from outside nobody gets to a private address. */
export function placeForOthers(
  { platform }: Pick<PluginContext, 'platform'>,
  { host, addresses }: OwnPlace,
): OwnPlace {
  const reason = host === '' ? addressReason(platform.publicUrl) : undefined;
  return { host, addresses: reason === 'loopback' || reason === 'private' ? [] : addresses };
}

/**
 * What leads visits of a name here. One that was registered itself has the records of its zone beside it, where an alias must not
 * stand (RFC 1034, 3.6.2): it gets addresses, as far as they are known.
 */
export function leadingRecords(
  { name, registrable }: Pick<StoredDomain, 'name' | 'registrable'>,
  { host, addresses }: OwnPlace,
): LeadingRecord[] {
  if (host !== '' && name !== registrable && name !== host) return [{ type: 'CNAME', name, value: host }];
  return addresses.map((value) => ({ type: value.includes(':') ? 'AAAA' : 'A', name, value }));
}

/** What a domain needs to lead here and to be proved. */
export function neededRecords(
  domain: Pick<StoredDomain, 'name' | 'registrable' | 'token' | 'is_platform'>,
  place: OwnPlace,
): NeededRecord[] {
  const { name, token, is_platform } = domain;
  const led = leadingRecords(domain, place);
  return is_platform ? led : [...led, { type: 'TXT', name: `_waypost.${name}`, value: `waypost=${token}` }];
}
