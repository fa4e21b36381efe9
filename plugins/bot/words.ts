import type { Locale } from '@waypost/contract';
import { type LetterWords, sentenceOf } from '@waypost/sdk';
import english from './locales/en-US.json' with { type: 'json' };
import swahili from './locales/sw-KE.json' with { type: 'json' };
import chinese from './locales/zh-CN.json' with { type: 'json' };

const WORDS: LetterWords = { 'zh-CN': chinese, 'en-US': english, 'sw-KE': swahili };

/** What the bot says: `bot.say.<key>`. */
export const say = (locale: Locale, key: string, params: Readonly<Record<string, string>> = {}): string =>
  sentenceOf(WORDS, locale, { key: `bot.say.${key}`, params });

/** The language of somebody of whom nothing is known but what Telegram says. */
export function localeOf(languageCode: string | undefined): Locale {
  if (languageCode?.startsWith('zh')) return 'zh-CN';
  return languageCode?.startsWith('sw') ? 'sw-KE' : 'en-US';
}
