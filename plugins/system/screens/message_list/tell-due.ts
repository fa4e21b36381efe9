import type { PluginContext, Stored } from '@waypost/sdk';
import { administrator } from '../administrators/resource.ts';
import { sentMessage } from '../sent_message/resource.ts';
import { textIn } from '../sent_message/texts.ts';
import { textsFor } from './in-words.ts';
import { message } from './resource.ts';
import { type ChannelMessage, tellChannels } from './tell-channels.ts';

/** Job that hands over what a process that ended had not handed over yet, and what a channel did not take. */
const TELL_CHANNELS = 'tell_channels';
/** How long whoever wrote a message has to hand it over. */
const OWN_TIME_MS = 60_000;
const PORTION = 500;

type Row = Stored<typeof message>;

/** Sees to it that every message reaches the channels, whatever ended the process that wrote it. */
export async function keepTellingChannels(context: PluginContext): Promise<void> {
  context.jobs.define(TELL_CHANNELS, () => tellDue(context));
  await context.jobs.every('1 minute', TELL_CHANNELS);
}

async function tellDue(context: PluginContext): Promise<void> {
  const before = new Date(context.clock.now() - OWN_TIME_MS);
  const rows = await context
    .model(message)
    .find({ channels_due: { $lte: before } })
    .sort({ channels_due: 1 })
    .limit(PORTION)
    .lean();
  const accounts = await accountsOf(context, rows);
  for (const row of rows) {
    const id = String(row.owner);
    const told = { id, account: accounts.get(id) ?? '', message: String(row._id) };
    await tellChannels(context, await channelMessageOf(context, row), [told], row.channels_told);
  }
}

async function channelMessageOf(context: PluginContext, row: Row): Promise<ChannelMessage> {
  const { notice, screen, sent } = row;
  const found = sent === undefined ? null : await context.model(sentMessage).findById(sent).lean();
  const written = found ?? row;
  return {
    ...textsFor(context, { title: written.title, content: written.content, notice }, (locale) =>
      found === null ? undefined : textIn(found, locale),
    ),
    words: notice?.kind,
    screen,
  };
}

async function accountsOf(context: PluginContext, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ owner }) => String(owner)))];
  const found = await context
    .model(administrator)
    .find({ _id: { $in: ids } }, { account: 1 })
    .lean();
  return new Map(found.map(({ _id, account }) => [String(_id), account]));
}
