import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { feedsOf } from '../storage/index.ts';
import { type BlockedVisitors, createVisitPath, type VisitPath, type VisitPlace } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';
import type { VisitLists } from './visit-lists.ts';

/** Opens what answers visits: from the files of this process, with or without the store. */
export function openVisits(
  ground: Ground,
  parts: Pick<
    SharedParts,
    'ipBlack' | 'ownChanges' | 'pageLanguages' | 'publicAddress' | 'services' | 'siteName'
  >,
  live: { plugins: Pick<PluginHost, 'isEnabled'>; visitLists: VisitLists },
): Promise<VisitPath> {
  const { data, environment, store } = ground;
  const { jumpTemplates, serverAddresses, visitBlocks } = live.visitLists;
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
    blocked: blockedOf(parts, serverAddresses),
    bots: serverAddresses.bots,
    ownBlocks: visitBlocks,
    templates: jumpTemplates,
    isPluginActive: live.plugins.isEnabled,
    ownChanges: parts.ownChanges,
    watched: feedsOf(store.connection).begin(),
  });
}

/** What visits know of the address that this installation is reached under. */
export function placeOfVisits({
  pageLanguages,
  publicAddress,
  siteName,
}: Pick<SharedParts, 'pageLanguages' | 'publicAddress' | 'siteName'>): VisitPlace {
  return {
    ownHosts: publicAddress.hosts(),
    goneHosts: publicAddress.goneHosts(),
    reportUrl: `${publicAddress.facts().address}/#/report_abuse`,
    languages: pageLanguages,
    site: siteName.read,
  };
}

/** Whose visits are refused everywhere. */
export function blockedOf(
  { ipBlack }: Pick<SharedParts, 'ipBlack'>,
  { refused }: VisitLists['serverAddresses'],
): BlockedVisitors {
  return eitherOf(ipBlack, refused);
}

/** Addresses of one list or another, asked in this order. */
function eitherOf(first: BlockedVisitors, second: BlockedVisitors): BlockedVisitors {
  return {
    isEmpty: () => first.isEmpty() && second.isEmpty(),
    has: (bytes, offset) => first.has(bytes, offset) || second.has(bytes, offset),
  };
}
