import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

export const receiptCall = defineCall({
  area: 'order',
  call: 'receipt',
  body: z.strictObject({ id: zId }),
  result: zStarted,
  answers: 202,
  access: { permission: 'wallet.order:read' },
  failureStatuses: [409],
  ratePerMinute: 30,
  summary: "Writes the receipt of a paid order as PDF, one's own or, for operators, anybody's",
});
