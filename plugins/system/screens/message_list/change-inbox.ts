import { errors, NotifyStatus } from '@waypost/contract';
import type { Change, Filter, PluginContext, Session, Stored } from '@waypost/sdk';
import { sentMessage } from '../sent_message/resource.ts';
import { message } from './resource.ts';

type Row = Stored<typeof message>;

const UNREAD = { notify_status: NotifyStatus.unread, remove_time: null } as const;

/** Marks one own message as read; one that was read in another tab stays as it is. Errors: `not_found` 404. */
export async function readOne(context: PluginContext, id: string, owner: string): Promise<void> {
  if ((await readSome(context, { _id: id, owner })) > 0) return;
  const own = { _id: id, owner, remove_time: null };
  if (!(await context.model(message).exists(own))) throw errors.notFound.create();
}

/** @returns how many of somebody's messages were unread */
export const readAll = (context: PluginContext, owner: string): Promise<number> =>
  readSome(context, { owner });

/** Marks messages as read, in one transaction with what their senders are told. */
function readSome(context: PluginContext, own: { _id?: string; owner: string }): Promise<number> {
  const model = context.model(message);
  return context.transaction(async (session) => {
    const now = context.clock.date();
    const found = await model
      .find({ ...own, ...UNREAD }, { sent: 1 })
      .session(session)
      .lean();
    if (found.length === 0) return 0;
    const set = { notify_status: NotifyStatus.read, view_time: now, update_time: now };
    const ids = (rows: typeof found) => ({ _id: { $in: rows.map(({ _id }) => _id) } });
    const sent = found.filter((row) => row.sent !== undefined);
    const change = (rows: typeof found, fields: Change<Row>['$set'] & {}) =>
      model.updateMany(ids(rows), { $set: fields, $inc: { version: 1 } }, { session });
    await change(
      found.filter((row) => row.sent === undefined),
      set,
    );
    await change(sent, { ...set, receipt: 'read' });
    await count(context, { rows: sent, as: 'read_count' }, session);
    return found.length;
  });
}

/** Counts with what was sent what became of it in these inboxes. */
async function count(
  context: PluginContext,
  { rows, as }: { rows: readonly { sent?: string | undefined }[]; as: 'read_count' | 'removed_count' },
  session: Session,
): Promise<void> {
  for (const [id, { length }] of Map.groupBy(rows, ({ sent }) => sent ?? ''))
    await context.model(sentMessage).updateOne({ _id: id }, { $inc: { [as]: length } }, { session });
}

/** Takes one out of the own inbox. Errors: `not_found` 404. */
export async function removeOne(context: PluginContext, id: string, owner: string): Promise<void> {
  if ((await removeSome(context, { _id: id, owner })) === 0) throw errors.notFound.create();
}

/** Takes all out of the own inbox. @returns how many there were */
export const emptyInbox = (context: PluginContext, owner: string): Promise<number> =>
  removeSome(context, { owner });

/** What somebody sent keeps its receipt for the sender, with status 2 of removal; the rest is gone. */
function removeSome(context: PluginContext, own: { _id?: string; owner: string }): Promise<number> {
  const model = context.model(message);
  return context.transaction(async (session) => {
    const now = context.clock.date();
    const there = { ...own, remove_time: null };
    const set = { remove_time: now, remove_by: own.owner, update_time: now };
    const take = async (which: Filter<Row>, fields: Change<Row>['$set'] & {}) => {
      const change = { $set: fields, $inc: { version: 1 } };
      return (await model.updateMany({ ...there, ...which }, change, { session })).modifiedCount;
    };
    const found = await model
      .find({ ...there, receipt: 'unread' }, { sent: 1 })
      .session(session)
      .lean();
    const unread = await take({ _id: { $in: found.map(({ _id }) => _id) } }, { ...set, receipt: 'removed' });
    await count(context, { rows: found, as: 'removed_count' }, session);
    const read = await take({ sent: { $exists: true } }, set);
    const { deletedCount } = await model.deleteMany({ ...there, sent: { $exists: false } }, { session });
    return unread + read + deletedCount;
  });
}
