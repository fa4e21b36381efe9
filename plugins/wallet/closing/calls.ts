import { defineCall, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { zSum } from './values.ts';

export const closeDayCall = defineCall({
  area: 'bill_closing',
  call: 'close',
  body: z.strictObject({ day: z.iso.date() }),
  result: zStarted,
  answers: 202,
  access: { permission: 'wallet.closing:close' },
  ratePerMinute: 10,
  summary:
    'Adds up a day that is over, or looks at it again: reads every line of every bill, in the background',
});

export const moneyNowCall = defineCall({
  area: 'bill_closing',
  call: 'totals',
  body: z.strictObject({}),
  /** Sums of many amounts in USDT, smallest units. */
  result: z.object({
    /** What came onto balances since midnight of the platform, over the chain and by bank. */
    received: zSum,
    /** The same of the whole day before. */
    received_before: zSum,
    /** What people have, held amounts among it. */
    owed: zSum,
    /** How many withdrawals wait, and what they come to. */
    withdrawals: z.int().min(0),
    withdrawn: zSum,
  }),
  access: { permission: 'wallet.closing:read' },
  summary: 'Money at a glance: received today and the day before, owed to people, and withdrawals that wait',
});
