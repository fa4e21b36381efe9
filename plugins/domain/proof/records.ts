import type { PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { registrableOf } from '../names/read-name.ts';
import { publicHost } from '../place/own-place.ts';
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

type Claim = Pick<StoredDomain, 'registrable' | 'owner' | 'state' | 'create_time'>;

/**
 * Of several names at once: whether an alias may be somebody else's, who has held a name of that registrable one before, or has
 * claimed one earlier.
 */
export async function aliasMayBeOthers(
  context: PluginContext,
  names: readonly Claim[],
): Promise<(name: Claim) => boolean> {
  const registrable = [...new Set(names.map((name) => name.registrable))];
  const held = { is_there: false, proved_time: { $ne: null } };
  const others = await context
    .model(domainResource)
    .find(
      { registrable: { $in: registrable }, $or: [held, { state: 'waiting' }] },
      { registrable: 1, owner: 1, state: 1, create_time: 1 },
    )
    .lean();
  return (name) =>
    others.some(
      (other) =>
        other.registrable === name.registrable &&
        String(other.owner) !== String(name.owner) &&
        // A claim takes nothing from a name that is proved, nor from whoever claimed it before.
        (other.state !== 'waiting' || (name.state === 'waiting' && other.create_time < name.create_time)),
    );
}

/**
 * What proves a name. The TXT record is made for one owner; an alias says only that the name leads here, so it does not do
 * where somebody else may have set it: on a name that another account held before or claimed earlier, and beside the platform's
 * own address.
 */
export function recordsOf(
  context: Pick<PluginContext, 'platform'>,
  { name, token, registrable }: Pick<StoredDomain, 'name' | 'token' | 'registrable'>,
  mayBeOthers: boolean,
): ProofRecords {
  const { host } = publicHost(context);
  const isAlias = host !== '' && !mayBeOthers && registrableOf(host) !== registrable;
  return {
    txt_name: `_waypost.${name}`,
    txt_value: `waypost=${token}`,
    cname_value: isAlias ? host : '',
  };
}
