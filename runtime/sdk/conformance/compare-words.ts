import { LOCALES, type Locale } from '@waypost/contract';

/** Words of one place in each language; undefined where the language has no file. */
export type WordsByLocale = Readonly<Record<Locale, Readonly<Record<string, string>> | undefined>>;

/** Words that are the same in every language: names, codes, units. */
const SAME_EVERYWHERE =
  /^[\s\d\p{P}\p{S}]*$|^(IP|PV|UV|URL|QR|PNG|SVG|PDF|CSV|API|TOTP|HTML|VIP|USDT|TRX|OK|ID|Waypost|WeChat|Alipay|Telegram|MongoDB|China (Mobile|Unicom|Telecom|Tietong|Broadnet)|\{\{.*\}\})$/u;
/** Plural forms differ by language: English has one and other, Chinese and our Swahili texts may have other alone. */
const PLURAL_FORM = /_(one|few|many|zero|two)$/;

/**
 * What is not complete: a key that one language lacks or leaves empty, other placeholders, a text left in English.
 * @returns one sentence for each fault, without the place
 */
export function compareWords(words: WordsByLocale): { key: string; message: string }[] {
  const faults: { key: string; message: string }[] = [];
  const keys = new Set(LOCALES.flatMap((locale) => Object.keys(words[locale] ?? {})));
  for (const key of keys) {
    if (PLURAL_FORM.test(key)) continue;
    for (const locale of LOCALES)
      if (words[locale] && !words[locale][key]?.trim())
        faults.push({ key, message: `has no ${locale} text` });
    const [chinese, english, swahili] = (['zh-CN', 'en-US', 'sw-KE'] as const).map(
      (locale) => words[locale]?.[key],
    );
    if (chinese === undefined || english === undefined || swahili === undefined) continue;
    if (placeholders(chinese) !== placeholders(english) || placeholders(swahili) !== placeholders(english))
      faults.push({ key, message: 'has different placeholders' });
    if (SAME_EVERYWHERE.test(english)) continue;
    if (chinese === english) faults.push({ key, message: `is not translated to zh-CN: ${english}` });
    if (swahili === english && english.includes(' '))
      faults.push({ key, message: `is not translated to sw-KE: ${english}` });
  }
  return faults;
}

function placeholders(text: string): string {
  return [...text.matchAll(/{{\s*([^}\s,]+)/g)]
    .map((match) => match[1])
    .sort()
    .join(',');
}
