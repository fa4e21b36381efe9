import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

export const withdrawalAsker = defineCall({
  area: 'withdrawal_list',
  call: 'asker',
  body: z.strictObject({ id: zId }),
  /** Paid before: other withdrawals of the same person, and those of them to the same address. */
  result: z.object({
    available: zAmount,
    held: zAmount,
    paid_before: z.int(),
    paid_sum: zAmount,
    paid_last: zTime.nullable(),
    paid_to_address: z.int(),
  }),
  access: { permission: 'wallet.withdrawal:read_all' },
  summary:
    'What there is to judge a withdrawal by: the balance of who asks, and what was paid to them before',
});
