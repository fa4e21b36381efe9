import type { Migration } from '@waypost/sdk';
import { sumUpOrders } from '../agents/sum-up-orders.ts';
import { countWhatArrived } from './count-what-arrived.ts';
import { limitsFromSettings } from './limits-from-settings.ts';
import { startAfterGifts } from './start-after-gifts.ts';

/** What of rows of older releases is brought in line, in its order. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'agents have the sums of what was paid before', isLarge: true, up: sumUpOrders },
  { number: 2, name: 'deposit addresses have what came to them', isLarge: true, up: countWhatArrived },
  { number: 3, name: 'bought time begins behind days that were given', isLarge: true, up: startAfterGifts },
  { number: 4, name: 'limits without a plan stand beside the plans', up: limitsFromSettings },
];
