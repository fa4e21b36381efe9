import { hourNumber } from '../derive/days.ts';
import { HOURS_SINCE, visitCollections } from '../store/collections.ts';
import type { StoreLedgerOptions } from './store-ledger.ts';

/**
 * Notes since which hour visits are counted by hour, once: what an installation has rolled up before has no counters to be
 * held against. One that has rolled up nothing yet has them from its first visit.
 */
export async function beginHours({
  database,
  clock,
  dayHourOf,
}: Pick<StoreLedgerOptions, 'database' | 'clock' | 'dayHourOf'>): Promise<void> {
  const { hours, scopeDays } = visitCollections(database);
  if ((await hours.findOne({ _id: HOURS_SINCE })) !== null) return;
  const isNew = (await scopeDays.findOne({}, { projection: { _id: 1 } })) === null;
  const first = isNew ? { day: 0, hour: 0 } : dayHourOf(clock.now());
  // Of no day that is looked for: it counts nothing.
  const since = { day: 0, hour: hourNumber(first) };
  await hours.updateOne({ _id: HOURS_SINCE }, { $setOnInsert: since }, { upsert: true });
}
