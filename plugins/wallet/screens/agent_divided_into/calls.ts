import { defineCall, zAmount } from '@waypost/contract';
import { z } from 'zod';

export const READ_SHARES = 'wallet.share:read';
export const READ_ALL_SHARES = 'wallet.share:read_all';

export const shareRatioCall = defineCall({
  area: 'agent_divided_into',
  call: 'ratio',
  body: z.strictObject({}),
  result: z.object({
    /** Percent of what customers pay that the caller gets, as payments are divided: basis points, rounded down. */
    share_ratio: z.number(),
    /** What that is of a price, smallest units. */
    example: z.object({ price: zAmount, share: zAmount }),
  }),
  access: { permission: READ_SHARES },
  summary: 'How much of what the own customers pay the caller gets, with an example',
});
