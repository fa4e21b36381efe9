import type { GatheredIndexes } from '../../storage/index.ts';
import type { VisitCollections } from './collections.ts';
import { REFUSAL_DAYS } from './refusals.ts';

/** What links, their sums and what else is kept of visits are read by; pages of lists have their own (list-indexes.ts). */
export function addVisitIndexes(indexes: GatheredIndexes, collections: VisitCollections): void {
  indexes.add(collections.links, { k: 1 }, { unique: true });
  indexes.add(collections.links, { c: 1 }, { sparse: true });
  indexes.add(collections.links, { m: 1 }, { sparse: true });
  indexes.add(collections.contents, { t: 1 });
  indexes.add(collections.codes, { isRotated: 1 }, { sparse: true });
  indexes.add(collections.codes, { expired: 1 }, { sparse: true });
  indexes.add(collections.codes, { owner: 1, 'today.day': 1 });
  indexes.add(collections.codes, { 'today.day': 1 });
  indexes.add(collections.codeDays, { owner: 1, day: 1 });
  indexes.add(collections.codeDays, { day: 1 });
  indexes.add(collections.dayWrites, { day: 1 });
  indexes.add(collections.closedDays, { kind: 1, day: 1 });
  indexes.add(collections.packedDays, { kind: 1, day: 1 });
  indexes.add(collections.changedLinks, { time: 1 });
  indexes.add(collections.scopeDays, { scope: 1, day: 1 });
  indexes.add(collections.scopeDays, { day: 1 });
  indexes.add(collections.unaccounted, { journal: 1 });
  indexes.add(collections.hours, { day: 1 });
  indexes.add(collections.refusals, { rule: 1, day: 1 });
  indexes.add(collections.refusals, { time: 1 }, { expireAfterSeconds: REFUSAL_DAYS * 24 * 60 * 60 });
  indexes.add(collections.rawVisits, { owner: 1, time: -1 });
  indexes.add(collections.clearings, { link: 1 });
  indexes.add(collections.clearings, { time: 1 });
}
