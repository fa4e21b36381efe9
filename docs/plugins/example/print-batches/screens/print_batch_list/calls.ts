import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';

/** What the printer gets: one line a sticker. */
export const codesCall = defineCall({
  area: 'print_batch_list',
  call: 'codes',
  body: z.strictObject({ id: zId }),
  result: z.object({ name: z.string(), text: z.string() }),
  access: { permission: 'print-batches.batch:read' },
  summary: 'Codes and addresses of a batch as CSV',
});
