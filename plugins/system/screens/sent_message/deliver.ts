import { NotifyStatus } from '@waypost/contract';
import { newId, newRow, type PluginContext, type Session, type Stored } from '@waypost/sdk';
import { administrator } from '../administrators/resource.ts';
import { textsFor } from '../message_list/in-words.ts';
import { message } from '../message_list/resource.ts';
import { hasChannels, type Told, tellChannels, tellChannelsSoon } from '../message_list/tell-channels.ts';

import { recipientsOf } from './reach.ts';
import { sentMessage } from './resource.ts';
import { textIn } from './texts.ts';

/** Rows written at once; what goes to more people than that is long work of its own. */
export const BATCH = 500;

type Sent = Stored<typeof sentMessage>;

/**
 * Gives a message to the next people, in one transaction with how far it is: whoever ends the process, and whoever else
 * delivers the same message meanwhile, nobody gets it twice and nobody is left out.
 * @returns how many got it; undefined when there is nobody left, or when it was taken back
 */
export async function deliverPortion(context: PluginContext, id: string): Promise<number | undefined> {
  const sent = await context.model(sentMessage).findById(id).lean();
  if (sent === null || sent.finished_time !== null || sent.taken_back_time !== null) return undefined;
  const people = await nextPeople(context, sent);
  const isLast = people.length < BATCH;
  const isWritten = await context.transaction((session) =>
    writePortion(context, { sent, people, isLast }, session),
  );
  // Somebody else was faster: what is left is looked at anew.
  if (!isWritten) return 0;
  await tellChannels(context, channelMessage(context, sent), people);
  return isLast ? undefined : people.length;
}

/** Writes a whole message to few people within a transaction. */
export async function deliverToFew(context: PluginContext, sent: Sent): Promise<void> {
  const people = await nextPeople(context, sent);
  await context.transaction(async (session) => {
    await context.model(sentMessage).create([sent], { session });
    await writePortion(context, { sent, people, isLast: true }, session);
  });
  tellChannelsSoon(context, channelMessage(context, sent), people);
}

/** @returns false when somebody else was faster, or has taken the message back */
async function writePortion(
  context: PluginContext,
  { sent, people, isLast }: { sent: Sent; people: readonly Told[]; isLast: boolean },
  session: Session,
): Promise<boolean> {
  const now = context.clock.date();
  const place = { _id: sent._id, cursor: sent.cursor, finished_time: null, taken_back_time: null };
  const change = {
    $set: {
      cursor: people.at(-1)?.id ?? sent.cursor,
      update_time: now,
      ...(isLast ? { finished_time: now } : {}),
    },
    $inc: { sent_count: people.length, version: 1 },
  };
  const { matchedCount } = await context.model(sentMessage).updateOne(place, change, { session });
  if (matchedCount === 0) return false;
  const due = (await hasChannels(context)) ? { channels_due: now } : {};
  const rows = people.map(({ id, message: _id }) =>
    newRow(context, message, { ...unread(sent), ...due }, { _id, owner: id }),
  );
  if (rows.length > 0) await context.model(message).insertMany(rows, { session });
  return true;
}

/** A message in an inbox: its words stay with what was sent, once for all of its readers. */
const unread = ({ _id, send_time }: Sent) => ({
  title: '',
  content: '',
  sent: _id,
  receipt: 'unread' as const,
  notify_status: NotifyStatus.unread,
  send_time,
  view_time: null,
});

const channelMessage = (context: PluginContext, sent: Sent) => ({
  ...textsFor(context, sent, (locale) => textIn(sent, locale)),
  words: undefined,
});

async function nextPeople(context: PluginContext, sent: Sent): Promise<Told[]> {
  const found = await context
    .model(administrator)
    .find(recipientsOf(sent, sent.cursor), { _id: 1, account: 1 })
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean();
  return found.map(({ _id: id, account }) => ({ id: String(id), account, message: newId(context) }));
}
