import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { CLOSING_FAULTS, CLOSING_STATES } from './values.ts';

export const closeDayCall = defineCall({
  area: 'bill_closing',
  call: 'close',
  body: z.strictObject({ day: z.iso.date() }),
  result: z.object({
    day: z.iso.date(),
    state: z.enum(CLOSING_STATES),
    faults: z.array(z.enum(CLOSING_FAULTS)),
  }),
  access: { permission: 'wallet.closing:close' },
  ratePerMinute: 20,
  summary: 'Adds up a day that is over, or looks at it again',
});
