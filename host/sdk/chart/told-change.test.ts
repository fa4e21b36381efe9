import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@waypost/contract';
import { createInstance } from 'i18next';
import { formatFor } from '../format/format.ts';
import { makeWords } from '../words/words.ts';
import { toldChange } from './told-change.ts';

const dictionary = createInstance();
const wordsOf = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../locales', locale, 'shell.json'), 'utf8'));

beforeAll(() =>
  dictionary.init({
    keySeparator: false,
    nsSeparator: false,
    showSupportNotice: false,
    resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: wordsOf(locale) }])),
  } as Parameters<typeof dictionary.init>[0]),
);

async function told(locale: Locale, change: number): Promise<string> {
  await dictionary.changeLanguage(locale);
  return toldChange(change, { words: makeWords(dictionary), format: formatFor(locale) });
}

test('a change is told in percent, whichever way it goes', async () => {
  expect(await told('en-US', 0.125)).toBe('12.5%');
  expect(await told('en-US', -1)).toBe('100%');
  expect(await told('zh-CN', 8.99)).toBe('899%');
});

test('what is many times the earlier figure is told so, in each language', async () => {
  expect(await told('en-US', 140)).toBe('141 times');
  expect(await told('zh-CN', 9)).toBe('10 倍');
  expect(await told('sw-KE', 13_999)).toBe('mara 14,000');
});
