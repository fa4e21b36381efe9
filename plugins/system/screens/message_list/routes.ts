import { messageInquire, readAllMessages, updateNotifyStatus } from '@waypost/contract/platform';
import { MESSAGE_CHANNEL_POINT, MESSAGE_KIND_POINT, type PluginContext, titledPoint } from '@waypost/sdk';
import { containing, withTexts } from '../sent_message/texts.ts';
import { clearMessages, removeMessage } from './calls.ts';
import { emptyInbox, readAll, readOne, removeOne } from './change-inbox.ts';
import { inWords } from './in-words.ts';
import { message } from './resource.ts';
import { mountFailureNotices } from './tell-failures.ts';
import { mountProblemNotices } from './tell-problems.ts';
import { mountVisitNotices } from './tell-visits.ts';

/** Mounts the inbox: what somebody got, read state, removing. */
export function mountMessages(context: PluginContext): void {
  context.points.offer(titledPoint(MESSAGE_CHANNEL_POINT, '1.1.0', ['deliver']));
  context.points.offer(titledPoint(MESSAGE_KIND_POINT, '1.1.0', []));

  context.resource(message, {
    // Also a super administrator reads the own inbox only. What was taken back or removed is in none.
    scope: ({ caller }) => ({ owner: caller.id, remove_time: null }),
    filters: {
      title: (text) => containing(context, String(text), ['title']),
      search: (text) => containing(context, String(text), ['title', 'content']),
    },
    present: async (rows, request) =>
      (await withTexts(context, rows, request.locale)).map((row) => inWords(row, request)),
  });
  mountFailureNotices(context);
  mountVisitNotices(context);
  mountProblemNotices(context);

  context.call(messageInquire, async (query, request) => {
    const page = await context.list(message, query, request, { owner: 'self' });
    return {
      ...page,
      content: page.content.map(({ id, title, content, notify_status, send_time, view_time, screen }) => ({
        id,
        title,
        content,
        notify_status,
        send_time,
        view_time,
        ...(screen === undefined ? {} : { screen }),
      })),
    };
  });
  context.call(updateNotifyStatus, async ({ id }, { caller }) => {
    await readOne(context, id, caller.id);
    return null;
  });
  context.call(readAllMessages, async (_body, { caller }) => ({ count: await readAll(context, caller.id) }));
  context.call(removeMessage, async ({ id }, request) => {
    await removeOne(context, id, request.caller.id);
    await context.audit({ type: 'system.message.remove', target: id, request });
    return null;
  });
  context.call(clearMessages, async (_body, request) => {
    const count = await emptyInbox(context, request.caller.id);
    await context.audit({ type: 'system.message.clear', after: { count }, request });
    return { count };
  });
}
