import type { Locale } from '@waypost/contract';
import { type LetterWords, type PluginContext, sentenceOf, writeLetter } from '@waypost/sdk';
import english from '../screens/domain_monitor/en-US.json' with { type: 'json' };
import swahili from '../screens/domain_monitor/sw-KE.json' with { type: 'json' };
import chinese from '../screens/domain_monitor/zh-CN.json' with { type: 'json' };
import reserveEnglish from '../screens/hold_domain/en-US.json' with { type: 'json' };
import reserveSwahili from '../screens/hold_domain/sw-KE.json' with { type: 'json' };
import reserveChinese from '../screens/hold_domain/zh-CN.json' with { type: 'json' };
import hijackEnglish from '../screens/no_hijack/en-US.json' with { type: 'json' };
import hijackSwahili from '../screens/no_hijack/sw-KE.json' with { type: 'json' };
import hijackChinese from '../screens/no_hijack/zh-CN.json' with { type: 'json' };
import type { AlertText } from './alert-text.ts';

const WORDS: LetterWords = {
  'zh-CN': { ...chinese, ...reserveChinese, ...hijackChinese },
  'en-US': { ...english, ...reserveEnglish, ...hijackEnglish },
  'sw-KE': { ...swahili, ...reserveSwahili, ...hijackSwahili },
};

/** A sentence of an alert. */
export const alertWords = (locale: Locale, key: string, params: Readonly<Record<string, string>>): string =>
  sentenceOf(WORDS, locale, { key, params });

/** Also sends an alert to the owner's address, where there is one. */
export const mailAlert = (context: PluginContext, owner: string, alert: AlertText): Promise<void> =>
  writeLetter(context, WORDS, { ...alert, account: owner, occasion: `${alert.occasion} ${owner}` });
