import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import { createInstance } from 'i18next';
import { makeWords } from '../words/words.ts';
import { withUnit } from './with-unit.ts';

test('a figure stands before its unit, in Swahili behind it; a percentage has no gap', async () => {
  const told: string[] = [];
  for (const locale of LOCALES) {
    const file = join(import.meta.dirname, '../../../locales', locale, 'shell.json');
    const dictionary = createInstance();
    await dictionary.init({
      lng: locale,
      keySeparator: false,
      nsSeparator: false,
      showSupportNotice: false,
      resources: { [locale]: { translation: JSON.parse(readFileSync(file, 'utf8')) } },
    } as Parameters<typeof dictionary.init>[0]);
    const words = makeWords(dictionary);
    told.push(`${locale} ${withUnit('15', 'm', words)} ${withUnit('0', '%', words)}`);
  }
  expect(told.sort()).toEqual(['en-US 15 m 0%', 'sw-KE m 15 0%', 'zh-CN 15 m 0%']);
});
