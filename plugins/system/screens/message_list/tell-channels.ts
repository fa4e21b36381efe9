import type { Locale } from '@waypost/contract';
import {
  type Change,
  type Filter,
  MESSAGE_CHANNEL_POINT,
  type MessageChannel,
  type PluginContext,
  type Stored,
} from '@waypost/sdk';
import { kindOf } from './message-kinds.ts';
import { message } from './resource.ts';

export interface Recipient {
  id: string;
  account: string;
}

/** Somebody in whose inbox a message lies. */
export interface Told extends Recipient {
  /** Its id there. */
  message: string;
}

/** A message as channels besides the inbox get it. */
export interface ChannelMessage {
  title: string;
  content: string;
  texts: Record<Locale, { title: string; content: string }>;
  /** Of the platform or a plugin; undefined: somebody wrote it. */
  words: string | undefined;
  screen?: string | undefined;
}

/** People that a channel is handed at once. */
const BATCH = 500;
/** After so long, and what whoever wrote a message has for itself, a channel that failed is tried again. */
const AGAIN_MS = 4 * 60_000;
/** A message that is older is no news any more where a channel fails: the inbox has it. */
const NEWS_MS = 24 * 60 * 60_000;

type Place = Pick<PluginContext, 'clock' | 'points' | 'log' | 'model'>;

/** Whether anybody would be handed a message: else its row does not say that it is still to be. */
export const hasChannels = async ({ points }: Pick<PluginContext, 'points'>): Promise<boolean> =>
  (await points.contributions(MESSAGE_CHANNEL_POINT)).length > 0;

/**
 * Hands a message that lies in the inboxes to every channel that plugins contribute. One that fails is logged, and tried
 * again for a day: the inbox is what counts, and the sender does not wait for others. Its rows remember until then that it is
 * still to be done, and which channels took it; one that has had it all the same knows it by its id.
 * @param taken names of the channels that have had it
 */
export async function tellChannels(
  context: Place,
  { title, content, texts, words, screen }: ChannelMessage,
  recipients: readonly Told[],
  taken: readonly string[] = [],
): Promise<void> {
  const contributed = await context.points.contributions<MessageChannel>(MESSAGE_CHANNEL_POINT);
  if (contributed.length === 0) return;
  const channels = contributed.filter(({ name }) => !taken.includes(name));
  const kind = await kindOf(context, words);
  const about = { title, content, texts, kind, ...(screen === undefined ? {} : { screen }) };
  const handed = await Promise.all(
    channels.map(async ({ contribution, name }) => {
      let count = 0;
      try {
        for (; count < recipients.length; count += BATCH)
          await contribution.deliver({ ...about, recipients: recipients.slice(count, count + BATCH) });
      } catch (error) {
        context.log.error({ channel: name, error }, 'a message did not go out through a channel');
      }
      return { name, count };
    }),
  );
  const ids = recipients.map((one) => one.message);
  if (handed.every(({ count }) => count >= ids.length)) await forget(context, { _id: { $in: ids } });
  else await tryAgain(context, ids, handed);
}

/** What is no news any more is given up; the rest stands behind what nobody has tried yet, for the channels that did not take it. */
async function tryAgain(
  context: Place,
  ids: readonly string[],
  handed: readonly { name: string; count: number }[],
): Promise<void> {
  for (const { name, count } of handed)
    if (count > 0)
      await write(context, { _id: { $in: ids.slice(0, count) } }, { $addToSet: { channels_told: name } });
  const now = context.clock.now();
  const old = new Date(now - NEWS_MS);
  const later = new Date(now + AGAIN_MS);
  await write(context, { _id: { $in: ids }, send_time: { $gt: old } }, { $set: { channels_due: later } });
  await forget(context, { _id: { $in: ids }, send_time: { $lte: old } });
}

/** Nothing is to be done any more. */
const forget = (context: Place, filter: Filter<Stored<typeof message>>): Promise<void> =>
  write(context, filter, { $unset: { channels_due: '', channels_told: '' } });

async function write(
  { model }: Place,
  filter: Filter<Stored<typeof message>>,
  change: Change<Stored<typeof message>>,
): Promise<void> {
  await model(message).updateMany(filter, change, { timestamps: false });
}

/**
 * The same while whoever wrote the message goes on. A store that is away by then is no fault of theirs: the rows say what is
 * still to be handed over, and a job does so.
 */
export function tellChannelsSoon(context: Place, message: ChannelMessage, recipients: readonly Told[]): void {
  tellChannels(context, message, recipients).catch((error: unknown) =>
    context.log.warn({ error }, 'a message waits for its channels: a job hands it over'),
  );
}
