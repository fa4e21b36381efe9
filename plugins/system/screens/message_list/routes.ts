import { errors, NotifyStatus, normaliseAccount } from '@waypost/contract';
import { messageInquire, readAllMessages, updateNotifyStatus } from '@waypost/contract/platform';
import {
  type Filter,
  MESSAGE_CHANNEL_POINT,
  newRow,
  type PluginContext,
  type Session,
  type Stored,
  titledPoint,
} from '@waypost/sdk';
import { administrator } from '../administrators/resource.ts';
import { clearMessages, sendMessage } from './calls.ts';
import { inWords, unread } from './notices.ts';
import { message } from './resource.ts';
import { type Recipient, tellChannels } from './tell-channels.ts';
import { mountFailureNotices } from './tell-failures.ts';
import { mountVisitNotices } from './tell-visits.ts';

/** Rows written at once. */
const BATCH = 500;

interface Sending {
  to: 'account' | 'role' | 'all';
  account?: string | undefined;
  role?: string | undefined;
}

export function mountMessages(context: PluginContext): void {
  const { clock, identity } = context;
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

  context.call(sendMessage, async ({ title, content, ...sending }, request) => {
    const people = await recipients(sending);
    const fields = unread({ title, content }, clock.date());
    await context.transaction(async (session: Session) => {
      for (let start = 0; start < people.length; start += BATCH)
        await model.insertMany(
          people
            .slice(start, start + BATCH)
            .map(({ id }) => newRow(context, message, fields, { owner: id })) as never,
          { session },
        );
    });
    await context.audit({
      type: 'system.message.send',
      after: { ...sending, title, count: people.length },
      request,
    });
    void tellChannels(context, { title, content }, people);
    return { count: people.length };
  });

  /** The accounts that get a message. Errors: 422 at `account` or `role`. */
  async function recipients({ to, account, role }: Sending): Promise<Recipient[]> {
    const filter: Record<string, unknown> = { remove_time: null };
    if (to === 'account') filter.account = normaliseAccount(account ?? '');
    if (to === 'role') filter.role = (await identity.roles()).find(({ key }) => key === role)?.id ?? '';
    const found = await context
      .model(administrator)
      .find(filter as never, { _id: 1, account: 1 })
      .lean<{ _id: string; account: string }[]>();
    if (found.length > 0) return found.map(({ _id, account: name }) => ({ id: String(_id), account: name }));
    const key = to === 'account' ? 'error.message.no_account' : 'error.message.nobody';
    throw errors.invalidInput.create({}, { errors: [{ path: to === 'all' ? 'to' : to, message: key }] });
  }
}
