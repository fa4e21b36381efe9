import type { Locale } from '@waypost/contract';
import letterEnglish from '../screens/mail_config/en-US.json' with { type: 'json' };
import letterSwahili from '../screens/mail_config/sw-KE.json' with { type: 'json' };
import letterChinese from '../screens/mail_config/zh-CN.json' with { type: 'json' };

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'zh-CN': letterChinese,
  'en-US': letterEnglish,
  'sw-KE': letterSwahili,
};

/** A sentence of a letter. No request brings a language with it: the operator has said which. Undefined: there is none. */
export function letterText(
  locale: Locale,
  key: string,
  params: Readonly<Record<string, string>> = {},
): string | undefined {
  return WORDS[locale][key]?.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole);
}
