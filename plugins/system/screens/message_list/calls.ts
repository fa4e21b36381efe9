import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { message } from './resource.ts';

export const clearMessages = defineCall({
  area: message.area,
  call: 'clear',
  body: z.strictObject({}),
  result: z.object({ count: z.int() }),
  access: { permission: 'system.message:delete' },
  summary: 'Takes every message out of the own inbox for good',
});

export const removeMessage = defineCall({
  area: message.area,
  call: 'remove',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: 'system.message:delete' },
  summary: 'Takes one message out of the own inbox for good',
});
