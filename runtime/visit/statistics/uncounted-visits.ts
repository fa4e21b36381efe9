import type { mongo } from 'mongoose';
import { visitCollections } from '../store/collections.ts';
import { sharedLimitCollections } from '../store/shared-limits.ts';

/** Visits of one journal that were told to be journalled, and are in no sum. */
export interface UncountedVisits {
  journal: string;
  /** The machine whose process writes it: its name, else what names its DATA_DIR, else the journal's. */
  machine: string;
  visits: number;
}

/**
 * What the processes of all machines have told of their journals, at most five seconds ago, and is not counted. Journals that are counted
 * to their end are left out. Throws the store's error.
 */
export async function readUncountedVisits(database: mongo.Db): Promise<UncountedVisits[]> {
  const { checkpoints, hours, unaccounted } = visitCollections(database);
  const { runs } = sharedLimitCollections(database);
  const machines = new Map<string, string>();
  for (const { _id } of await checkpoints.find({}, { projection: { _id: 1 } }).toArray())
    machines.set(_id, _id);
  for (const { _id, folder, host } of await runs.find({ isCounted: { $ne: true } }).toArray())
    machines.set(_id, host ?? folder);
  const wanted = { journal: { $in: [...machines.keys()] } };
  const byHour = new Map<string, { journal: string; left: number }>();
  for await (const { journal = '', hour, counted = 0, journalled = 0 } of hours.find(wanted)) {
    const key = `${journal}:${hour}`;
    const known = byHour.get(key) ?? { journal, left: 0 };
    byHour.set(key, { journal, left: known.left + journalled - counted });
  }
  const left = new Map<string, number>();
  const add = (journal: string, visits: number) => left.set(journal, (left.get(journal) ?? 0) + visits);
  // Where more is counted than was told, the telling is behind: that takes nothing from another hour.
  for (const { journal, left: visits } of byHour.values()) add(journal, Math.max(0, visits));
  for (const { journal, visits } of await unaccounted.find(wanted).toArray()) add(journal, -visits);
  return [...left]
    .filter(([, visits]) => visits > 0)
    .map(([journal, visits]) => ({ journal, machine: machines.get(journal) ?? journal, visits }));
}
