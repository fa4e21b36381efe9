import type { PluginContext } from '@waypost/sdk';
import { codeDomains } from '../../codes/domains.ts';
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
  scope: Pick<StatisticsScope, 'owner'>,
): CodePlaces {
  let known: ReturnType<CodePlaces> | undefined;
  return () => {
    known ??= dimension === 'group' ? groupsOf(context, scope) : domainsOf(context);
    return known;
  };
}

type Code = { _id: unknown; group?: string | null };

async function read(context: PluginContext, filter: object): Promise<Code[]> {
  return (await context
    .model(codeResource)
    .find(filter as never, { group: 1 } as never)
    .lean()) as unknown as Code[];
}

/** A domain is told of every code, as it stands now: what came while it stood elsewhere moved along. Most stand on the public address. */
async function domainsOf(context: PluginContext): Promise<(link: string) => string | undefined> {
  const own = new URL(context.platform.publicUrl).host;
  const [domains, retired] = await Promise.all([codeDomains(context), retiredLinks(context)]);
  return (link) => (retired.has(link) ? undefined : (domains.get(link) ?? own));
}

/** A group is its owner's: to others a code of theirs is in none. */
async function groupsOf(
  context: PluginContext,
  { owner }: Pick<StatisticsScope, 'owner'>,
): Promise<(link: string) => string | undefined> {
  if (owner !== undefined) {
    const codes = await read(context, { owner });
    const groups = new Map(codes.map(({ _id, group }) => [String(_id), group ?? '']));
    return (link) => groups.get(link);
  }
  const [codes, retired] = await Promise.all([read(context, { group: { $gt: '' } }), retiredLinks(context)]);
  const groups = new Map(codes.map(({ _id, group }) => [String(_id), group ?? '']));
  return (link) => (retired.has(link) ? undefined : (groups.get(link) ?? ''));
}
