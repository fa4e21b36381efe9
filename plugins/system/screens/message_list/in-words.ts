import { LOCALES, type Locale } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { z } from 'zod';
import type { zNotice } from './resource.ts';
import type { ChannelMessage } from './tell-channels.ts';

export type Notice = z.infer<typeof zNotice>;

/** A message as its reader reads it. Where the plugin that it came from is off, nobody has its words: what was written. */
export function inWords<R extends { title: string; content: string; notice?: Notice | undefined }>(
  row: R,
  { translate }: Pick<SignedRequest, 'translate'>,
): R {
  const { notice } = row;
  if (notice === undefined) return row;
  const text = (part: 'title' | 'content') => {
    const key = `${wordsOf(notice)}.${part}`;
    const found = translate(key, notice.params);
    return found === key ? row[part] : found;
  };
  return { ...row, title: text('title'), content: text('content'), notice: undefined };
}

/** Plugins name their words in full; those of the platform stand under one key. */
export const wordsOf = ({ kind }: Notice) => (kind.includes('.') ? kind : `system.message.notice.${kind}`);

/**
 * A message in all languages.
 * @param own what it says in a language where somebody wrote it in several
 */
export function textsFor(
  context: Pick<PluginContext, 'translate'>,
  row: { title: string; content: string; notice?: Notice | undefined },
  own: (locale: Locale) => { title: string; content: string } | undefined = () => undefined,
): Pick<ChannelMessage, 'title' | 'content' | 'texts'> {
  const { title, content, notice } = row;
  const texts = LOCALES.map((locale) => {
    const translate = (key: string, params?: Record<string, string | number>) =>
      context.translate(locale, key, params);
    const said = own(locale) ?? inWords({ title, content, notice }, { translate });
    return [locale, { title: said.title, content: said.content }] as const;
  });
  return { title, content, texts: Object.fromEntries(texts) as ChannelMessage['texts'] };
}
