import type { VisitCollections } from '../store/collections.ts';

/** How often each day up to `last` was written to; days of before this was counted are not in it. */
export async function readDayWrites(
  { dayWrites }: Pick<VisitCollections, 'dayWrites'>,
  last: number,
): Promise<Map<number, number>> {
  const found = await dayWrites
    .find({ day: { $lte: last } }, { projection: { day: 1, writes: 1, _id: 0 } })
    .toArray();
  const writes = new Map<number, number>();
  for (const one of found) writes.set(one.day, (writes.get(one.day) ?? 0) + one.writes);
  return writes;
}

/** Of all days up to one. */
export function writesUntil(writes: ReadonlyMap<number, number>, last: number): number {
  let sum = 0;
  for (const [day, times] of writes) if (day <= last) sum += times;
  return sum;
}
