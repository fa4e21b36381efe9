import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { createVisitPath, type VisitPath, type VisitPlace } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';

/** Opens what answers visits: from the files of this process, with or without the store. */
export function openVisits(
  ground: Ground,
  parts: Pick<
    SharedParts,
    'ipBlack' | 'jumpTemplates' | 'ownChanges' | 'publicAddress' | 'services' | 'visitBlocks'
  >,
  live: { plugins: Pick<PluginHost, 'isEnabled'> },
): Promise<VisitPath> {
  const { data, environment, store } = ground;
  return createVisitPath({
    directory: data.path,
    durability: environment.visitDurability,
    trustedProxies: environment.trustedProxies,
    timeZone: data.timeZone.current,
    listenHost: environment.host,
    secretKey: data.secretKey,
    passwords: parts.services.linkPasswords,
    ...placeOfVisits(parts),
    database: store.database,
    isStoreUp: store.isUp,
    clock: ground.clock,
    random: ground.random,
    log: ground.logFor('visit'),
    blocked: parts.ipBlack,
    ownBlocks: parts.visitBlocks,
    templates: parts.jumpTemplates,
    isPluginActive: live.plugins.isEnabled,
    ownChanges: parts.ownChanges,
  });
}

/** What visits know of the address that this installation is reached under. */
export function placeOfVisits({ publicAddress }: Pick<SharedParts, 'publicAddress'>): VisitPlace {
  return {
    ownHosts: publicAddress.hosts(),
    goneHosts: publicAddress.goneHosts(),
    reportUrl: `${publicAddress.facts().address}/#/report_abuse`,
  };
}
