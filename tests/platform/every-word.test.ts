import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import { fitWord, wordFault } from '../../plugins/system/languages/rules.ts';
import { wordEntries } from '../../plugins/system/languages/word-entries.ts';
import { readPluginWords, readServerWords, readShellWords } from '../../runtime/services/locale/texts.ts';
import { VISIT_WORD_SOURCE, VISIT_WORDS } from '../../runtime/visit/index.ts';

const ROOT = join(import.meta.dir, '../..');

/** Every source of words that the product ships. */
async function everySource() {
  const plugins = readdirSync(join(ROOT, 'plugins')).map(async (id) => ({
    id,
    title: `${id}.title`,
    words: await readPluginWords(join(ROOT, 'plugins', id)),
  }));
  return [
    { id: 'platform.server', title: '', words: await readServerWords(join(ROOT, 'locales')) },
    { id: 'platform.shell', title: '', words: await readShellWords(join(ROOT, 'locales')) },
    { id: VISIT_WORD_SOURCE, title: '', words: VISIT_WORDS },
    ...(await Promise.all(plugins)),
  ];
}

test('each word that the product ships is a translation by its own rules: an export comes in again', async () => {
  const sources = await everySource();
  let count = 0;
  for (const language of LOCALES)
    for (const source of sources)
      for (const { key, original, rule } of wordEntries(source, language)) {
        count += 1;
        expect([language, source.id, key, wordFault(original, rule)?.message]).toEqual([
          ...[language, source.id, key, undefined],
        ]);
        expect(fitWord(original, rule)).toBe(original);
      }
  expect(count).toBeGreaterThan(15_000);
});

test('an own language is asked for as many words as there are, in its plural forms', async () => {
  const sources = await everySource();
  const count = (language: string) => sources.flatMap((source) => wordEntries(source, language)).length;
  // French has three forms, Chinese one, and English two.
  expect(count('fr-FR') - count('en-US')).toBe(count('en-US') - count('zh-CN'));
});
