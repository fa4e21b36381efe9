import { isWithinHours, type VisitPoolHours, type WeekMoment } from '@waypost/contract';
import { dayOf, timeOfDay } from '@waypost/sdk';
import { type ItemStatus, POOL_LEVELS, type PoolLevel } from './values.ts';

/** What decides whether an item takes visitors. */
interface ItemState {
  state: 'on' | 'off';
  /** Null: as many as come. */
  capacity: number | null;
  expires_at: Date | string | null;
  hours: readonly VisitPoolHours[];
}

/** A moment, and how working hours tell it. */
interface PoolMoment extends WeekMoment {
  time: number;
}

const MINUTES_AN_HOUR = 60;

/** A moment as the clocks of a time zone show it. */
export function poolMoment(timeZone: string, time: number): PoolMoment {
  const { hour, minute } = timeOfDay(timeZone, time);
  const weekday = new Date(`${dayOf(timeZone, time)}T00:00:00Z`).getUTCDay() || 7;
  return { time, weekday, minute: hour * MINUTES_AN_HOUR + minute };
}

/** What an item does with the next visitor. `taken`: visitors that it has had. */
export function itemStatus(item: ItemState, taken: number, { time, ...moment }: PoolMoment): ItemStatus {
  if (item.state === 'off') return 'off';
  if (item.expires_at !== null && time >= new Date(item.expires_at).getTime()) return 'over';
  if (item.capacity !== null && taken >= item.capacity) return 'full';
  return isWithinHours(item.hours, moment) ? 'open' : 'closed';
}

/** What items of a pool have left together. */
export interface PoolRoom {
  /** Items that take visitors, now or at their hours. */
  left: number;
  /** Of these the ones that take them now. */
  open: number;
  /** Visitors that those of `left` still take; null: as many as come. */
  room: number | null;
  taken: number;
}

export function poolRoom(items: readonly { item: ItemState; taken: number }[], moment: PoolMoment): PoolRoom {
  const room: PoolRoom = { left: 0, open: 0, room: 0, taken: 0 };
  for (const { item, taken } of items) {
    room.taken += taken;
    const status = itemStatus(item, taken, moment);
    if (status !== 'open' && status !== 'closed') continue;
    room.left++;
    if (status === 'open') room.open++;
    if (item.capacity === null) room.room = null;
    else if (room.room !== null) room.room += item.capacity - taken;
  }
  return room;
}

/** When an owner wants to know that a pool runs low; 0: only when it is empty. */
interface Alerts {
  alert_items: number;
  alert_room: number;
}

export function poolLevel({ left, room }: PoolRoom, { alert_items, alert_room }: Alerts): PoolLevel {
  if (left === 0) return 'empty';
  return left <= alert_items || (room !== null && room <= alert_room) ? 'low' : 'fine';
}

export const isWorse = (now: PoolLevel, before: PoolLevel): boolean =>
  POOL_LEVELS.indexOf(now) > POOL_LEVELS.indexOf(before);
