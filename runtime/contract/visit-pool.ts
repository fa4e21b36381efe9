import { z } from 'zod';
import { codeOf } from './code-of.ts';
import { RotationModel } from './constants.ts';
import { publishedTarget } from './target-url.ts';
import { visitContact, visitPicture } from './visit-content.ts';

/** Most items of one pool, and most working hours of one item. */
export const VISIT_POOL_MAX_ITEMS = 100;
export const VISIT_POOL_MAX_HOURS = 14;
/** Largest capacity: one more would be "no limit". */
export const VISIT_POOL_MAX_CAPACITY = 4_294_967_294;
const MINUTES_A_DAY = 1440;

const objectId = z.string().regex(/^[0-9a-f]{24}$/);
const minute = z
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1);

/**
 * A time of working days, in minutes of the day of TIME_ZONE: `from` included, `to` not. With `to` at or before `from` it goes over
 * midnight, into the day after the one that it begins on; from 0 to 0 is the whole day.
 */
export const visitPoolHours = z.strictObject({
  /** 1 Monday to 7 Sunday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: minute,
  to: minute,
});
export type VisitPoolHours = z.infer<typeof visitPoolHours>;

const use = {
  /** Names it among the items of its pool, and its count with it: another name begins to count anew. */
  item: z.string().regex(/^[0-9A-Za-z._-]{1,60}$/),
  is_on: z.boolean(),
  /** Visitors that it takes; absent: as many as come. */
  capacity: z.int().min(1).max(VISIT_POOL_MAX_CAPACITY).optional(),
  /** ISO time from which nobody is sent there any more; absent: never. */
  until: z.iso.datetime({ offset: true }).optional(),
  /** When visitors are sent there; none: at any time. */
  hours: z.array(visitPoolHours).max(VISIT_POOL_MAX_HOURS),
};
const visitPoolItem = z.union([
  z.strictObject({ url: publishedTarget, ...use }),
  z.strictObject({ picture: visitPicture, ...use }),
  z.strictObject({ contact: visitContact, ...use }),
]);
export type VisitPoolItem = z.infer<typeof visitPoolItem>;

/**
 * What stands behind a live code: pictures, contacts and addresses, of which a visitor gets one that is on, open, not over and not
 * full. Links name it in a target; they and the pool are one owner's and one plugin's. What it takes is counted over all of them.
 */
export const visitPool = z.strictObject({
  id: objectId,
  owner: objectId,
  plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** 1: the first that takes visitors, 2: any of them, 3: one after the other. */
  rotation_model: codeOf(RotationModel),
  items: z.array(visitPoolItem).max(VISIT_POOL_MAX_ITEMS),
  /** Where visitors are led while no item takes them; absent: they are told that the link is paused. */
  fallback: publishedTarget.optional(),
});
export type VisitPool = z.infer<typeof visitPool>;

/** A moment as working hours are told: 1 Monday to 7 Sunday, and the minute of the day. */
export interface WeekMoment {
  weekday: number;
  minute: number;
}

/** Whether a moment is within working hours; without any it always is. */
export function isWithinHours(
  hours: readonly VisitPoolHours[],
  { weekday, minute: now }: WeekMoment,
): boolean {
  if (hours.length === 0) return true;
  const before = weekday === 1 ? 7 : weekday - 1;
  return hours.some(({ days, from, to }) => {
    if (from < to) return days.includes(weekday) && now >= from && now < to;
    return (days.includes(weekday) && now >= from) || (days.includes(before) && now < to);
  });
}
