import type { Locale } from '@waypost/contract/constants';

/** Names of the languages, each in its own, as its readers know it. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'sw-KE': 'Kiswahili',
};
