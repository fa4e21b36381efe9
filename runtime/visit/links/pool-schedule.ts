import type { VisitPoolHours, VisitPoolItem, WeekMoment } from '@waypost/contract';
import { EXTRA, type Extra } from './extras.ts';

/**
 * Until when and at which hours the items of a pool are given out, item by item in their order: u32 seconds since 1970 from which it
 * is over, 0 never · u8 number of hours, each: u8 days, Monday the lowest bit · u16 from · u16 to, minutes of the day.
 */
const ITEM_HEAD_BYTES = 5;
const HOURS_BYTES = 5;

export function scheduleExtra(items: readonly Pick<VisitPoolItem, 'until' | 'hours'>[]): Extra {
  return { kind: EXTRA.schedule, bytes: Buffer.concat(items.map(itemBytes)) };
}

function itemBytes({ until, hours }: Pick<VisitPoolItem, 'until' | 'hours'>): Buffer {
  const bytes = Buffer.alloc(ITEM_HEAD_BYTES + hours.length * HOURS_BYTES);
  // Rather a second early than a second late.
  bytes.writeUInt32LE(until === undefined ? 0 : secondsOf(until), 0);
  bytes[4] = hours.length;
  hours.forEach((one, at) => {
    const start = ITEM_HEAD_BYTES + at * HOURS_BYTES;
    bytes[start] = daysOf(one);
    bytes.writeUInt16LE(one.from, start + 1);
    bytes.writeUInt16LE(one.to, start + 3);
  });
  return bytes;
}

const secondsOf = (until: string): number =>
  Math.min(Math.max(Math.floor(Date.parse(until) / 1000), 1), 0xffffffff);

const daysOf = ({ days }: VisitPoolHours): number => days.reduce((mask, day) => mask | (1 << (day - 1)), 0);

/** Where the next item's part begins. */
export function nextInSchedule(bytes: Buffer, at: number): number {
  return at + ITEM_HEAD_BYTES + (bytes[at + 4] as number) * HOURS_BYTES;
}

/** Whether the item whose part begins at `at` is over. `now` in milliseconds since 1970. */
export function isOver(bytes: Buffer, at: number, now: number): boolean {
  const until = bytes.readUInt32LE(at);
  return until !== 0 && now >= until * 1000;
}

/** Whether it is within its hours, as `isWithinHours` says of what was published. The moment is asked for where there are any. */
export function isOpen(bytes: Buffer, at: number, moment: () => WeekMoment): boolean {
  const count = bytes[at + 4] as number;
  if (count === 0) return true;
  const { weekday, minute } = moment();
  const today = 1 << (weekday - 1);
  const before = weekday === 1 ? 1 << 6 : today >> 1;
  for (let hours = 0; hours < count; hours++) {
    const start = at + ITEM_HEAD_BYTES + hours * HOURS_BYTES;
    const days = bytes[start] as number;
    const from = bytes.readUInt16LE(start + 1);
    const to = bytes.readUInt16LE(start + 3);
    const isToday = (days & today) !== 0 && minute >= from;
    if (from < to ? isToday && minute < to : isToday || ((days & before) !== 0 && minute < to)) return true;
  }
  return false;
}
