import type { MonitorHistory, MonitorRange } from '@waypost/contract/platform';
import type { mongo } from 'mongoose';
import { gridOf, RANGE_STEPS } from './grid.ts';
import { monitorCollections, type SamplesDocument } from './series.ts';

const HOUR_MS = 3_600_000;
/** Longest range, milliseconds, and the hour in which it began: what is older is not asked for any more. */
const KEPT_MS = 25 * HOUR_MS;

/**
 * Reads what processes have said. Hours that are over do not change: each is fetched once and kept, a megabyte or two of a
 * day, so that those who watch do not have the store read a day of figures every quarter of a minute.
 */
export function createHistoryReader(
  database: mongo.Db,
): (given: { range: MonitorRange; now: number }) => Promise<MonitorHistory> {
  const { samples } = monitorCollections(database);
  const kept = new Map<string, SamplesDocument>();
  return async ({ range, now }) => {
    const from = new Date(now - RANGE_STEPS[range].length - HOUR_MS);
    const heads = await samples.find({ hour: { $gte: from } }, { projection: { last: 1 } }).toArray();
    const changed = heads
      .filter(({ _id, last }) => kept.get(_id)?.last.getTime() !== last.getTime())
      .map(({ _id }) => _id);
    if (changed.length > 0)
      for (const document of await samples.find({ _id: { $in: changed } }).toArray())
        kept.set(document._id, document);
    for (const [id, { hour }] of kept) if (hour.getTime() < now - KEPT_MS - HOUR_MS) kept.delete(id);
    return gridOf(
      heads.flatMap(({ _id }) => kept.get(_id) ?? []),
      { range, now },
    );
  };
}
