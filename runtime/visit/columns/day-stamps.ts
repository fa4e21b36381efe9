import { readDayWrites, writesUntil } from '../closed/day-writes.ts';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedDayDocument, PackedKind } from '../store/packed-rows.ts';

/** The hour before which a whole day lies. */
export const WHOLE_DAY = 24;

/** What was written to a day before an hour; as long as it is the same what was packed of the day holds. */
export type StampOf = (kind: PackedKind, day: number, until: number) => number;

/**
 * Stamps of days up to today. A visitor's row says when it came before: to it whatever was written to earlier days matters, too.
 * Of today only hours are known that were counted before the given one.
 */
export async function readDayStamps(collections: VisitCollections, today: number): Promise<StampOf> {
  const [writes, hours] = await Promise.all([
    readDayWrites(collections, today - 1),
    collections.hours
      .find({ day: today, counted: { $exists: true } }, { projection: { hour: 1, counted: 1, _id: 0 } })
      .toArray(),
  ]);
  const ofToday = (until: number): number =>
    hours.reduce((sum, { hour, counted = 0 }) => sum + (hour % 100 < until ? counted : 0), 0);
  return (kind, day, until) =>
    (day === today ? ofToday(until) : (writes.get(day) ?? 0)) +
    (kind === 'visitors' ? writesUntil(writes, day - 1) : 0);
}

/** Whether what a packed day was made of is still all that there is of it. */
export function isHeld(packed: PackedDayDocument, today: number, stampOf: StampOf): boolean {
  const { kind, day, until, stamp } = packed;
  if (day > today || (day < today && until !== WHOLE_DAY)) return false;
  return stamp === stampOf(kind, day, until);
}
