import { zId } from '@waypost/contract';
import {
  type OperationRun,
  type PluginContext,
  requireRow,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { z } from 'zod';
import { message } from '../message_list/resource.ts';
import { BATCH } from './deliver.ts';
import { sentMessage } from './resource.ts';

const TAKE_BACK_MANY = 'message_take_back';
const READ_ALL = `${sentMessage.name}:read_all`;
const zTaking = z.strictObject({ sent: zId, by: zId });
type Taking = z.infer<typeof zTaking>;

/** Mounts the long work that taking back from many is. */
export function mountTakingBack(context: PluginContext): void {
  context.operations.define(TAKE_BACK_MANY, { input: zTaking, run: (run) => takeFromMany(context, run) });
}

/** One message that the caller has sent, or may see of others. Errors: `not_found` 404. */
export async function reachSent(
  context: PluginContext,
  id: string,
  { caller }: Pick<SignedRequest, 'caller'>,
): Promise<Stored<typeof sentMessage>> {
  const seesAll = caller.isSuper || caller.permissions.has(READ_ALL);
  const filter = { _id: id, remove_time: null, ...(seesAll ? {} : { owner: caller.id }) };
  return requireRow(context.model(sentMessage).findOne(filter).lean());
}

/**
 * Takes a message out of the inboxes of whoever has not read it; once more goes on where it was left.
 * Errors: `not_found` 404.
 */
export async function takeBack(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<{ count: number; operation?: string }> {
  const sent = await reachSent(context, id, request);
  const taking = { sent: id, by: request.caller.id };
  const count = await context.model(message).countDocuments(unreadOf(id));
  const isOnItsWay = sent.finished_time === null;
  const started =
    count > BATCH || isOnItsWay
      ? await context.operations.start(TAKE_BACK_MANY, { name: sent.title, input: taking }, request)
      : await takePortion(context, taking).then(() => undefined);
  await context.audit({ type: 'system.message.take_back', target: id, after: { count }, request });
  return { count, ...(started === undefined ? {} : { operation: started.id }) };
}

async function takeFromMany(context: PluginContext, { input, signal, progress }: OperationRun<Taking>) {
  const total = await context.model(message).countDocuments(unreadOf(input.sent));
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const taken = await takePortion(context, input);
    if (taken === 0) return;
    done += taken;
    progress(done, Math.max(done, total));
  }
}

/** Those who have not read it. What is read in this very moment stays: the one or the other is first. */
const unreadOf = (sent: string) => ({ sent, receipt: 'unread' as const });

/** @returns how many had it and have it no more */
function takePortion(context: PluginContext, { sent, by }: Taking): Promise<number> {
  return context.transaction(async (session: Session) => {
    const [inboxes, model] = [context.model(message), context.model(sentMessage)];
    const now = context.clock.date();
    // Written first: a portion that is on its way to inboxes meets it, and is not written.
    await model.updateOne(
      { _id: sent, taken_back_time: null },
      { $set: { taken_back_time: now, update_time: now }, $inc: { version: 1 } },
      { session },
    );
    const found = await inboxes.find(unreadOf(sent), { _id: 1 }).limit(BATCH).session(session).lean();
    const { modifiedCount } = await inboxes.updateMany(
      { _id: { $in: found.map(({ _id }) => _id) }, receipt: 'unread' },
      {
        $set: { receipt: 'taken_back', remove_time: now, remove_by: by, update_time: now },
        $inc: { version: 1 },
      },
      { session },
    );
    await model.updateOne({ _id: sent }, { $inc: { taken_count: modifiedCount } }, { session });
    return modifiedCount;
  });
}
