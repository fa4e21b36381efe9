import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { followDays } from '../derive/days.ts';
import { tellHours } from '../store/told-hours.ts';
import { HourSums } from './hour-sums.ts';

/** Counts the visits of this process by hour, and tells the store of them. */
export function countHours(options: {
  database: mongo.Db;
  isStoreUp(): boolean;
  timeZone(): string;
  journal: string;
  clock: Clock;
  log: Logger;
}): { sums: HourSums; close(): Promise<void> } {
  const sums = new HourSums(followDays(options.timeZone));
  return { sums, ...tellHours({ ...options, sums: () => sums.all() }) };
}
