import type { PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { registrableOf } from '../names/read-name.ts';
import { domainResource } from '../screens/domain_list/resource.ts';

/** The records of which one proves a name. */
export interface ProofRecords {
  txt_name: string;
  txt_value: string;
  /** What the name itself would be an alias of; empty: an alias would not do. */
  cname_value: string;
}

const TOKEN_BYTES = 16;

/** What a TXT record has to say; another one for each claim. */
export const newToken = ({ random }: Pick<PluginContext, 'random'>): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('hex');

/** Of several names at once: whose registrable names somebody else has held before. */
export async function formerlyHeld(
  context: PluginContext,
  names: readonly Pick<StoredDomain, 'registrable' | 'owner'>[],
): Promise<(name: Pick<StoredDomain, 'registrable' | 'owner'>) => boolean> {
  const registrable = [...new Set(names.map((name) => name.registrable))];
  const before = (await context
    .model(domainResource)
    .find({ registrable: { $in: registrable }, is_there: false, proved_time: { $ne: null } } as never, {
      registrable: 1,
      owner: 1,
    })
    .lean()) as unknown as Pick<StoredDomain, 'registrable' | 'owner'>[];
  return (name) =>
    before.some((other) => other.registrable === name.registrable && other.owner !== name.owner);
}

/**
 * What proves a name. The TXT record is made for one owner; an alias says only that the name leads here, so it does not do
 * where somebody else may have set it: on a name that another account held before, and beside the platform's own address.
 */
export function recordsOf(
  context: Pick<PluginContext, 'platform'>,
  { name, token, registrable }: Pick<StoredDomain, 'name' | 'token' | 'registrable'>,
  wasAnothers: boolean,
): ProofRecords {
  const host = aliasTarget(context);
  const isAlias = host !== '' && !wasAnothers && registrableOf(host) !== registrable;
  return {
    txt_name: `_waypost.${name}`,
    txt_value: `waypost=${token}`,
    cname_value: isAlias ? host : '',
  };
}

/** The platform's public host, where that is a name. */
export function aliasTarget({ platform }: Pick<PluginContext, 'platform'>): string {
  const { hostname } = new URL(platform.publicUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':');
  return isAddress || !hostname.includes('.') ? '' : hostname;
}
