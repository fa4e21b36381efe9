import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { keepKnownVisitBlocks } from '../process/known-blocks.ts';
import { createVisitBlocks, VISIT_BLOCK, type VisitBlockDocument } from '../services/index.ts';
import { followChanges } from '../storage/index.ts';
import { createVisitPath, type VisitPath, type VisitPlace } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';

/** Opens what answers visits: from the files of this process, with or without the store. */
export function openVisits(
  ground: Ground,
  parts: Pick<SharedParts, 'ipBlack' | 'ownChanges' | 'publicAddress' | 'services'>,
  live: { plugins: Pick<PluginHost, 'isEnabled'>; visitBlocks: ReturnType<typeof openVisitBlocks> },
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
    ownBlocks: live.visitBlocks,
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

/** What owners refuse on their own codes: followed where visits are answered, and nowhere else. */
export function openVisitBlocks({ clock, data, knownVisitBlocks, logFor, store }: Ground) {
  const log = logFor('visit_block');
  return createVisitBlocks({
    collection: store.connection.collection<VisitBlockDocument>(VISIT_BLOCK),
    clock,
    known: knownVisitBlocks,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: VISIT_BLOCK, log, onChange }),
    keep: (blocks) => keepKnownVisitBlocks(data.path, blocks),
    failed: (error) => log.error({ error }, 'what owners refuse could not be read or kept'),
  });
}
