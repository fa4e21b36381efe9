import type { Filter, PluginContext, Stored } from '@waypost/sdk';
import { operation } from '../async_operations/resource.ts';
import { message } from '../message_list/resource.ts';
import { sentMessage } from './resource.ts';
import { SEND_MANY_KIND } from './send.ts';

const DAY_MS = 86_400_000;
/** Messages that are looked at, and inbox rows that are deleted, by one command to the store. */
const PORTION = 500;

type Sent = Pick<Stored<typeof sentMessage>, '_id' | 'remove_time' | 'finished_time'>;

/**
 * Takes away what was sent more than `days` ago (0: nothing), with the copies that were read. A copy that nobody has read
 * stays in its inbox; its words are the message's, which waits unseen until no inbox has it any more.
 * @returns how many messages their senders have no longer
 */
export async function removeOldSent(
  context: PluginContext,
  days: number,
  signal: AbortSignal,
): Promise<number> {
  if (days === 0) return 0;
  const limit = new Date(context.clock.now() - days * DAY_MS);
  let count = 0;
  for (let after = ''; ; ) {
    const portion = await context
      .model(sentMessage)
      .find({ _id: { $gt: after }, send_time: { $lt: limit } }, { remove_time: 1, finished_time: 1 })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    for (const sent of portion) {
      signal.throwIfAborted();
      if (await removeSent(context, sent, limit)) count += 1;
    }
    after = portion.at(-1)?._id ?? after;
    if (portion.length < PORTION) break;
  }
  if (count > 0)
    await context.audit({ type: 'system.message.remove_old', after: { count, kept_days: days } });
  return count;
}

/** @returns whether its sender had it until now */
async function removeSent(context: PluginContext, sent: Sent, limit: Date): Promise<boolean> {
  // Sent on by its operation, it would begin anew with everybody.
  if (sent.finished_time === null && (await canGoOn(context, sent._id))) return false;
  await removeCopies(context, { sent: sent._id, $or: goneCopies(sent, limit) });
  const model = context.model(sentMessage);
  const isShown = sent.remove_time === null;
  if ((await context.model(message).exists({ sent: sent._id })) === null)
    await model.deleteOne({ _id: sent._id });
  else if (isShown)
    await model.updateOne(
      { _id: sent._id, remove_time: null },
      { $set: { remove_time: context.clock.date() }, $inc: { version: 1 } },
    );
  return isShown;
}

/** What was read goes with the message; whoever reads it later has it as long as the message was there for others. */
function goneCopies({ remove_time }: Sent, limit: Date): Filter<Stored<typeof message>>[] {
  const read = remove_time === null ? {} : { view_time: { $lt: limit } };
  return [
    { receipt: { $in: ['removed', 'taken_back'] } },
    { receipt: 'read', ...read },
    { receipt: 'read', remove_time: { $ne: null } },
  ];
}

async function removeCopies(context: PluginContext, filter: Filter<Stored<typeof message>>): Promise<void> {
  const model = context.model(message);
  for (;;) {
    const found = await model.find(filter, { _id: 1 }).limit(PORTION).lean();
    if (found.length === 0) return;
    await model.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
  }
}

/** Operations that were stopped can be started again as long as they are in the list. */
async function canGoOn(context: PluginContext, id: string): Promise<boolean> {
  const sending = { kind: SEND_MANY_KIND, 'input.sent': id };
  return (await context.model(operation).exists(sending)) !== null;
}
