import type { PluginContext } from '@waypost/sdk';
import { ownHost } from '../../codes/hosts/own-host.ts';
import { rememberedPlaces } from '../../codes/remembered-places.ts';
import { retiredLinks } from '../../codes/retired-codes.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { Dimension } from '../dimensions/values.ts';
import type { StatisticsScope } from './read-statistics.ts';

/** Where codes are put: domain or group by the id of a code; undefined for one that was purged, or is none of theirs. */
export type CodePlaces = () => Promise<(link: string) => string | undefined>;

/** Codes by domain or group, read once, when they are asked for first. */
export function placesOfCodes(
  context: PluginContext,
  dimension: Dimension,
  scope: Pick<StatisticsScope, 'owner' | 'link'>,
): CodePlaces {
  let known: ReturnType<CodePlaces> | undefined;
  return () => {
    known ??= dimension === 'group' ? groupsOf(context, scope) : domainsOf(context);
    return known;
  };
}

/** A domain is told of every code, as it stands now: what came while it stood elsewhere moved along. Most stand on the public address. */
async function domainsOf(context: PluginContext): Promise<(link: string) => string | undefined> {
  const own = ownHost(context);
  const [domains, retired] = await Promise.all([
    rememberedPlaces(context, 'domain')(undefined),
    retiredLinks(context),
  ]);
  return (link) => (retired.has(link) ? undefined : domains.get(link) || own);
}

/** A group is its owner's: to others a code of theirs is in none. */
async function groupsOf(
  context: PluginContext,
  { owner, link: only }: Pick<StatisticsScope, 'owner' | 'link'>,
): Promise<(link: string) => string | undefined> {
  if (only !== undefined) {
    const code = await context.model(codeResource).findById(only, { group: 1 }).lean();
    return (link) => (link === only && code !== null ? (code.group ?? '') : undefined);
  }
  const groups = rememberedPlaces(context, 'group');
  if (owner !== undefined) {
    const own = await groups(owner);
    return (link) => own.get(link);
  }
  const [all, retired] = await Promise.all([groups(undefined), retiredLinks(context)]);
  return (link) => (retired.has(link) ? undefined : (all.get(link) ?? ''));
}
