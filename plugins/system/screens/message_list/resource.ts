import { codeOf, defineResource, field, NotifyStatus, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { RECEIPTS } from '../sent_message/resource.ts';

/** A message of the platform or of a plugin: words by their key, so that each reader has them in the own language. */
export const zNotice = z.object({
  /** `system.message.notice.<kind>.title` and `….content`; with a dot in it, of a plugin: `<kind>.title` and `….content`. */
  kind: z.string(),
  params: z.record(z.string(), z.string()),
});

/** Site messages; the owner of a row is who received it. Everyone sees the own inbox, whatever else they may. */
export const message = defineResource({
  name: 'system.message',
  area: 'message',
  title: 'title',
  fields: {
    title: field(z.string().min(1).max(100), { list: true, search: true, filter: 'contains', write: 'none' }),
    content: field(z.string().min(1).max(4000), { list: true, search: true, write: 'none' }),
    notify_status: field(codeOf(NotifyStatus), {
      list: true,
      filter: 'equals',
      quick: true,
      options: [NotifyStatus.unread, NotifyStatus.read],
      write: 'none',
      default: NotifyStatus.unread,
    }),
    send_time: field(zTime, { list: true, sort: true, write: 'none' }),
    view_time: field(zTime.nullable(), { list: true, write: 'none', default: null }),
    /** Missing: somebody wrote it. Else title and content are what is searched, and what is sent elsewhere. */
    notice: field(zNotice.optional(), { write: 'none' }),
    /** Screen that it leads to, such as `abuse_desk?id=…`. */
    screen: field(z.string().max(300).optional(), { write: 'none' }),
    /** What somebody sent: title and content stand there, once for all who got it. Missing: of the platform or a plugin. */
    sent: field(zId.optional(), { write: 'none' }),
    /** What its sender is told of it. */
    receipt: field(z.enum(RECEIPTS).optional(), { write: 'none', secret: true }),
    /** Since when channels besides the inbox are still to be told; missing: they were, or there was none. */
    channels_due: field(zTime.optional(), { write: 'none', secret: true }),
    /** Channels that took it while others did not: they are not told again. */
    channels_told: field(z.array(z.string()).optional(), { write: 'none', secret: true }),
  },
  access: 'own',
  calls: ['user_inquire', 'details'],
  indexes: [
    { keys: { owner: 1, notify_status: 1, send_time: -1 } },
    { keys: { sent: 1, receipt: 1, view_time: -1, _id: 1 } },
    { keys: { channels_due: 1 }, sparse: true },
  ],
  defaultSort: { field: 'send_time', order: 'desc' },
  menu: {
    route: 'message_list',
    parent: 'account',
    sort: 90,
    icon: 'message',
    roles: ['administrator', 'agent', 'customer'],
  },
});
