import type { Locale } from '@waypost/contract/constants';
import type { WordFile } from '@waypost/host-sdk/light';
import englishShell from '../../../locales/en-US/shell.json';
import englishTerms from '../../../locales/en-US/terms.json';
import swahiliShell from '../../../locales/sw-KE/shell.json';
import swahiliTerms from '../../../locales/sw-KE/terms.json';
import chineseShell from '../../../locales/zh-CN/shell.json';
import chineseTerms from '../../../locales/zh-CN/terms.json';

/** Words of the shell and the SDK. All three languages are at hand, so that switching asks nobody. */
export const shellWords: Readonly<Record<Locale, WordFile>> = {
  'zh-CN': { ...chineseTerms, ...chineseShell },
  'en-US': { ...englishTerms, ...englishShell },
  'sw-KE': { ...swahiliTerms, ...swahiliShell },
};
