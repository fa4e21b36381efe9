import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { AppError } from '@waypost/contract';
import type { Resolver } from './dns/resolver.ts';
import { readDnsName } from './entered-address.ts';
import { dnsErrors, internetErrors } from './internet-errors.ts';

/** More addresses than these of one name are not tried. */
const MOST_ADDRESSES = 4;
/** The zone itself says that there is none, in contrast to nobody being able to say. */
const NONE: ReadonlySet<string> = new Set([dnsErrors.nameUnknown.code, dnsErrors.noData.code]);

export interface AddressSources {
  resolver: Pick<Resolver, 'resolve'>;
  isAllowed(address: string): boolean;
}

/**
 * The addresses that a host has now, each of them checked. One that is not public is enough to refuse: who connects
 * next could be led there.
 * @param host of a URL; IPv6 addresses in brackets
 * @throws AppError `internet_address_refused`, `internet_no_address`, or that of the look-up when nobody could say
 */
export async function findAddresses(
  host: string,
  { resolver, isAllowed }: AddressSources,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const literal = host.replace(/^\[|\]$/g, '');
  const found = isIP(literal) === 0 ? await lookUp(host, resolver, signal) : [literal];
  if (!found.every(isAllowed)) throw internetErrors.addressRefused.create({ host });
  return found.slice(0, MOST_ADDRESSES).map((address) => ({ address, family: isIP(address) }));
}

async function lookUp(
  host: string,
  resolver: AddressSources['resolver'],
  signal: AbortSignal,
): Promise<string[]> {
  const name = readDnsName(host);
  // A single label is a name of our own network.
  if (name === undefined) throw internetErrors.addressRefused.create({ host });
  const [four, six] = await Promise.allSettled(
    (['A', 'AAAA'] as const).map((type) => resolver.resolve({ name, type, from: 'resolvers', signal })),
  );
  const settled = [four, six].filter((one) => one !== undefined);
  const found = settled.flatMap((one) =>
    one.status === 'fulfilled' ? one.value.records.map(({ value }) => value) : [],
  );
  if (found.length > 0) return found;
  const failures = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const unknown = failures.find((error) => !(error instanceof AppError && NONE.has(error.code)));
  throw unknown ?? internetErrors.noAddress.create({ host });
}
