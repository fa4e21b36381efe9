import { defineCall, zStarted } from '@waypost/contract';
import { z } from 'zod';

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
