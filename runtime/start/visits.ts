import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { createVisitPath, type VisitPath } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';

/** Opens what answers visits: from the files of this process, with or without the store. */
export function openVisits(
  ground: Ground,
  parts: Pick<SharedParts, 'ownChanges'>,
  live: { plugins: Pick<PluginHost, 'isEnabled'>; reportUrl: string },
): Promise<VisitPath> {
  const { data, environment, publicUrl, store } = ground;
  return createVisitPath({
    directory: data.path,
    durability: environment.visitDurability,
    trustedProxies: environment.trustedProxies,
    timeZone: data.timeZone,
    listenHost: environment.host,
    secretKey: data.secretKey,
    ownHosts: [...environment.adminHosts, new URL(publicUrl).host],
    database: store.database,
    isStoreUp: store.isUp,
    clock: ground.clock,
    random: ground.random,
    log: ground.logFor('visit'),
    isPluginActive: live.plugins.isEnabled,
    ownChanges: parts.ownChanges,
    reportUrl: live.reportUrl,
  });
}
