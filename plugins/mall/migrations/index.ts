import { daysOfOrders } from './0001-days-of-orders.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [daysOfOrders];
