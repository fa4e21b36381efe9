import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';

export const countCall = defineCall({
  area: 'qr_code_list',
  call: 'count',
  body: z.strictObject({ owner: zId }),
  result: z.object({ count: z.int() }),
  access: { permission: 'qr.code:read_all' },
  summary: 'How many codes of an account count for what it may have',
});
