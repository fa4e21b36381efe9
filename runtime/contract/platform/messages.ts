import { z } from 'zod';
import { pageOf, pagingShape, zId } from '../answer.ts';
import { defineCall } from '../call.ts';
import { codeOf } from '../code-of.ts';
import { NotifyStatus } from '../constants.ts';

const area = 'message';
const READ = { permission: 'system.message:read' } as const;

/** The shell asks this every 10 s: only what it shows. */
export const messageInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, notify_status: codeOf(NotifyStatus).optional() }),
  result: pageOf(
    z.object({
      id: zId,
      title: z.string(),
      content: z.string(),
      notify_status: codeOf(NotifyStatus),
      send_time: z.string(),
      view_time: z.string().nullable(),
      /** Screen that it leads to, such as `abuse_desk?id=…`. */
      screen: z.string().optional(),
    }),
  ),
  access: READ,
  summary: "The caller's own messages, newest first",
});

export const readAllMessages = defineCall({
  area,
  call: 'read_all',
  body: z.strictObject({}),
  result: z.object({ count: z.int() }),
  access: READ,
  summary: 'Marks every own message as read',
});

export const updateNotifyStatus = defineCall({
  area,
  call: 'update-notify-status',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: READ,
  summary: 'Marks an own message as read',
});
