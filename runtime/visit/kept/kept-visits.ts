import type { KeptVisits } from '@waypost/sdk';
import type { ReadColumns } from '../columns/read-columns.ts';
import { targetKeys } from '../links/compiled-link.ts';
import {
  type ClearingSources,
  clearVisits,
  purgeClearings,
  readClearings,
  restoreVisits,
} from './clearings.ts';
import { type EraseSources, eraseVisits } from './erase.ts';
import { writeKeeping } from './keeping.ts';
import { countKept } from './kept-counts.ts';
import { readKeptVisits, streamKeptVisits } from './read-kept.ts';
import { shortenKept } from './shorten-kept.ts';

/** Single visits as plugins get at them. */
export function createKeptVisits(
  sources: ClearingSources & EraseSources & { read: ReadColumns },
): KeptVisits {
  const { collections } = sources;
  return {
    keptVisits: (query) => readKeptVisits(sources, query),
    keptVisitStream: (filter, signal) => streamKeptVisits(sources, filter, signal),
    keptCounts: (scope, range, dimension) => countKept(sources, scope, range, dimension),
    targetKeys: async (targets) => targetKeys(targets),
    visitClearings: (link) => readClearings(sources, link),
    clearVisits: (link, visits) => clearVisits(sources, link, visits),
    restoreVisits: (link, clearing) => restoreVisits(sources, link, clearing),
    eraseVisits: (links, ip) => eraseVisits(sources, links, ip),
    keepVisits: (keeping) => writeKeeping(sources, keeping),
    tidyVisits: async (signal) => ({
      purged: await purgeClearings(sources, signal),
      shortened: await shortenKept(collections, signal),
    }),
  };
}
