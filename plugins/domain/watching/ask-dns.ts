import { AppError } from '@waypost/contract';
import type { DnsErrorCode, PluginContext } from '@waypost/sdk';
import type { OwnPlace } from '../place/own-place.ts';
import type { Found } from './values.ts';

export interface DnsLook extends Found {
  /** Undefined: nobody could say. */
  addresses?: string[];
}

const ABSENT: ReadonlySet<string> = new Set<DnsErrorCode>(['dns_name_unknown', 'dns_no_data']);
const LIMIT_MS = 5_000;

/** What is said of one type: addresses, that there are none, or nothing. */
type Said = { is: 'known'; values: string[]; aliases: string[]; isUnknownName: boolean } | { is: 'unknown' };

/** Whether one resolver says that a name leads here. Empty `resolver`: whichever of the operator's answers. */
export async function askDns(
  context: PluginContext,
  { name, resolver, own }: { name: string; resolver: string; own: OwnPlace },
): Promise<DnsLook> {
  const begun = performance.now();
  const four = await hear(context, name, 'A', resolver);
  // A name that is not there has no other addresses either.
  const six = four.is === 'known' && four.isUnknownName ? four : await hear(context, name, 'AAAA', resolver);
  const asked = { by: resolver, ms: Math.round(performance.now() - begun) };
  const known = [four, six].filter((said) => said.is === 'known');
  const addresses = known.flatMap(({ values }) => values);
  if (addresses.length === 0 && known.length < 2)
    return { finding: 'unknown', fault: 'resolver_silent', ...asked };
  return { ...judge(known, addresses, own), ...asked, addresses };
}

function judge(
  known: readonly Extract<Said, { is: 'known' }>[],
  addresses: readonly string[],
  own: OwnPlace,
): Pick<Found, 'finding' | 'fault'> {
  if (known.some(({ isUnknownName }) => isUnknownName)) return { finding: 'bad', fault: 'name_unknown' };
  if (addresses.length === 0) return { finding: 'bad', fault: 'no_address' };
  if (own.host !== '' && known.some(({ aliases }) => aliases.includes(own.host)))
    return { finding: 'good', fault: '' };
  if (own.addresses.length === 0) return { finding: 'unknown', fault: 'own_address_unknown' };
  const ours = addresses.filter((address) => own.addresses.includes(address)).length;
  if (ours === addresses.length) return { finding: 'good', fault: '' };
  return { finding: 'bad', fault: ours === 0 ? 'points_elsewhere' : 'points_partly' };
}

async function hear(
  context: PluginContext,
  name: string,
  type: 'A' | 'AAAA',
  resolver: string,
): Promise<Said> {
  try {
    const options = { limitMs: LIMIT_MS, ...(resolver === '' ? {} : { resolver }) };
    const { records, aliases } = await context.internet.resolve(name, type, options);
    return { is: 'known', values: records.map(({ value }) => value), aliases, isUnknownName: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!ABSENT.has(error.code)) return { is: 'unknown' };
    return { is: 'known', values: [], aliases: [], isUnknownName: error.code === 'dns_name_unknown' };
  }
}
