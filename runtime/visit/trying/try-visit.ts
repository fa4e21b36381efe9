import type { Logger, Random, VisitAccess } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { cached } from '../derive/cached.ts';
import { type Agent, createAgentReader } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import { createPasswordPasses } from '../rules/password-pass.ts';
import type { ScanTokens } from '../rules/scan-token.ts';
import { visitCollections } from '../store/collections.ts';
import { readContent } from '../store/contents.ts';
import { restoreCounts } from '../store/restore-counts.ts';
import { answerTried } from './answer-tried.ts';
import type { VisitSurroundings } from './surroundings.ts';
import { copyCounts, goesByCounts } from './tried-counts.ts';
import { readTriedLinks } from './tried-links.ts';

/** User agents that are remembered. */
const CACHED_AGENTS = 500;

/** What a process needs to try visits. */
export interface TryingSource {
  random: Random;
  log: Logger;
  /** Asked at each trial: the address, plugins and lists may have changed. */
  surroundings(): Promise<VisitSurroundings>;
}

/** Tries visits in any process that reaches the store: links are read from there, as those that follow it read them. */
export function createVisitTrial(
  options: TryingSource & {
    database: mongo.Db;
    secretKey: Uint8Array;
    scanTokens: ScanTokens;
    timeZone(): string;
    /** Of the journals. */
    directory: string;
    /** Takes 16 bytes as latin1 text. */
    locationOf: (address: string) => Location;
  },
): VisitAccess['tryVisit'] {
  const { database, directory, log, random, scanTokens, timeZone } = options;
  const collections = visitCollections(database);
  const passwordPasses = createPasswordPasses(options.secretKey, random);
  let agents: ((userAgent: string) => Agent) | undefined;
  const agentOf = (userAgent: string): Agent => {
    agents ??= cached(CACHED_AGENTS, createAgentReader());
    return agents(userAgent);
  };
  const locationOf = (address: Buffer): Location => options.locationOf(address.toString('latin1'));
  const loadContent = (id: string) => readContent(collections, id);
  return async (link, visitor) => {
    const { answered, ...surroundings } = await options.surroundings();
    const index = await readTriedLinks(collections, link.id);
    if (answered !== undefined) copyCounts(answered, index);
    // Journals are read through only for those that need it.
    else if (goesByCounts(index)) await restoreCounts({ database, index, directory, isWhole: false });
    const parts = { surroundings, scanTokens, passwordPasses, timeZone, random, log };
    return answerTried({ ...parts, agentOf, locationOf, loadContent }, { index, link, visitor });
  };
}
