import { errors, NotifyStatus } from '@waypost/contract';
import { messageInquire, readAllMessages, updateNotifyStatus } from '@waypost/contract/platform';
import {
  type Filter,
  MESSAGE_CHANNEL_POINT,
  type PluginContext,
  type Stored,
  titledPoint,
} from '@waypost/sdk';
import { clearMessages, sendMessage } from './calls.ts';
import { inWords } from './notices.ts';
import { message } from './resource.ts';
import { mountSending, send } from './send-message.ts';
import { mountFailureNotices } from './tell-failures.ts';
import { mountVisitNotices } from './tell-visits.ts';

export function mountMessages(context: PluginContext): void {
  const { clock } = context;
  const model = context.model(message);

  context.points.offer(titledPoint(MESSAGE_CHANNEL_POINT, '1.0.0', ['deliver']));

  // Also a super administrator reads the own inbox only.
  context.resource(message, {
    scope: ({ caller }) => ({ owner: caller.id }),
    present: (rows, request) => rows.map((row) => inWords(row, request)),
  });
  mountFailureNotices(context);
  mountVisitNotices(context);

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
    const own = { _id: id, owner: caller.id } as Filter<Stored<typeof message>>;
    const { matchedCount } = await model.updateOne({ ...own, notify_status: NotifyStatus.unread }, {
      $set: { notify_status: NotifyStatus.read, view_time: clock.date(), update_time: clock.date() },
      $inc: { version: 1 },
    } as never);
    // Read already, in another tab: that is as it should be.
    if (matchedCount === 0 && !(await model.exists(own))) throw errors.notFound.create();
    return null;
  });

  context.call(readAllMessages, async (_body, { caller }) => {
    const unread = { owner: caller.id, notify_status: NotifyStatus.unread };
    const { modifiedCount } = await model.updateMany(
      unread as Filter<Stored<typeof message>>,
      {
        $set: { notify_status: NotifyStatus.read, view_time: clock.date(), update_time: clock.date() },
        $inc: { version: 1 },
      } as never,
    );
    return { count: modifiedCount };
  });

  context.call(clearMessages, async (_body, request) => {
    const { deletedCount } = await model.deleteMany({ owner: request.caller.id } as never);
    await context.audit({ type: 'system.message.clear', after: { count: deletedCount }, request });
    return { count: deletedCount };
  });

  mountSending(context);
  context.call(sendMessage, (body, request) => send(context, body, request));
}
