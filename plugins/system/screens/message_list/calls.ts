import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { message } from './resource.ts';

const READ = { permission: 'system.message:read' } as const;
/** Sending to others; whoever may change accounts may write to them. */
export const SEND = 'system.administrator:update';

export const clearMessages = defineCall({
  area: message.area,
  call: 'clear',
  body: z.strictObject({}),
  result: z.object({ count: z.int() }),
  access: READ,
  summary: 'Deletes every own message for good',
});

export const RECIPIENTS = ['account', 'role', 'all'] as const;

export const sendMessage = defineCall({
  area: message.area,
  call: 'send',
  body: z.strictObject({
    to: z.enum(RECIPIENTS),
    /** Name of the account, with `to: account`. */
    account: z.string().max(200).optional(),
    /** Key of the role, with `to: role`. */
    role: z.string().max(64).optional(),
    title: z.string().trim().min(1).max(100),
    content: z.string().trim().min(1).max(4000),
  }),
  result: z.object({
    count: z.int(),
    /** Of a message to many, which goes on without the call. */
    operation: zId.optional(),
  }),
  access: { permission: SEND },
  ratePerMinute: 60,
  summary: 'Sends a message to one account, a role or everyone',
});
