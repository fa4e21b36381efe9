import type { PluginContext } from '@waypost/sdk';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import type { Finding } from './values.ts';

/** What the last look found of a domain, for whoever looks at the domain and not at its watching. */
export interface LastLook {
  dns: Finding;
  https: Finding;
  /** ISO; null: no certificate was seen. */
  certificate_until: string | null;
}

export const NOT_LOOKED: LastLook = { dns: 'unknown', https: 'unknown', certificate_until: null };

/** What was found last of some domains, by their ids; those that are not watched are left out. */
export async function lastLooks(
  context: PluginContext,
  ids: readonly string[],
): Promise<Map<string, LastLook>> {
  const found = await context
    .model(watchResource)
    .find({ _id: { $in: ids } }, { facets: 1, certificate_until: 1 })
    .lean();
  return new Map(
    found.map(({ _id, facets, certificate_until }) => [
      _id,
      {
        dns: facets.dns?.finding ?? 'unknown',
        https: facets.https?.finding ?? 'unknown',
        certificate_until: certificate_until?.toISOString() ?? null,
      },
    ]),
  );
}
