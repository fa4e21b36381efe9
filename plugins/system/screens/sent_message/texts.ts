import type { Locale } from '@waypost/contract';
import type { PluginContext, Stored } from '@waypost/sdk';
import { sentMessage } from './resource.ts';

type Text = { title: string; content: string };
type Sent = Stored<typeof sentMessage>;
const TEXT_FIELDS = {
  title: 1,
  content: 1,
  title_en_us: 1,
  content_en_us: 1,
  title_sw_ke: 1,
  content_sw_ke: 1,
} as const;

/** What a message says to a reader of a language. */
export function textIn(sent: Pick<Sent, keyof Text> & Partial<Sent>, locale: Locale): Text {
  const { title, content } = sent;
  if (locale === 'en-US') return { title: sent.title_en_us ?? title, content: sent.content_en_us ?? content };
  if (locale === 'sw-KE') return { title: sent.title_sw_ke ?? title, content: sent.content_sw_ke ?? content };
  return { title, content };
}

/** Rows of inboxes with the words that were sent; those of the platform and of plugins stay as they are. */
export async function withTexts<R extends Text & { sent?: string | undefined }>(
  context: Pick<PluginContext, 'model'>,
  rows: readonly R[],
  locale: Locale,
): Promise<R[]> {
  const ids = [...new Set(rows.flatMap(({ sent }) => sent ?? []))];
  if (ids.length === 0) return [...rows];
  const found = await context
    .model(sentMessage)
    .find({ _id: { $in: ids } }, TEXT_FIELDS)
    .lean();
  const texts = new Map(found.map((sent) => [String(sent._id), textIn(sent, locale)]));
  return rows.map((row) => ({ ...row, ...texts.get(row.sent ?? '') }));
}

/** The most messages that a search looks into beside those of the platform: the newest that fit. */
const MOST_FOUND = 1_000;

/** Rows of inboxes in which a text stands, whichever language it was written in. */
export async function containing(
  context: Pick<PluginContext, 'model'>,
  text: string,
  parts: readonly (keyof Text)[],
): Promise<Record<string, unknown>> {
  const pattern = { $regex: text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), $options: 'i' };
  const names = Object.keys(TEXT_FIELDS).filter((name) => parts.some((part) => name.startsWith(part)));
  const found = await context
    .model(sentMessage)
    .find({ $or: names.map((name) => ({ [name]: pattern })) }, { _id: 1 })
    .sort({ send_time: -1, _id: -1 })
    .limit(MOST_FOUND)
    .lean();
  return {
    $or: [...parts.map((part) => ({ [part]: pattern })), { sent: { $in: found.map(({ _id }) => _id) } }],
  };
}
