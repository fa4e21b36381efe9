import { daysOfOrders } from './0001-days-of-orders.ts';
import { picturesToFiles } from './0002-pictures-to-files.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [daysOfOrders, picturesToFiles];
