import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import {
  addWords,
  dictionary,
  joinSentences,
  makeWords,
  replaceWords,
  setStandIn,
  shownLocale,
  startWords,
} from './words.ts';

const root = join(import.meta.dirname, '../../..');
const read = (locale: string, name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'locales', locale, `${name}.json`), 'utf8'));
const files = Object.fromEntries(
  LOCALES.map((locale) => [locale, { ...read(locale, 'terms'), ...read(locale, 'shell') }]),
) as Record<(typeof LOCALES)[number], Record<string, string>>;
const plain = (words: Record<string, string>) =>
  [...new Set(Object.keys(words).map((key) => key.replace(/_(one|other)$/, '')))].sort();

test('sentences stand apart by a space, Chinese ones by their full stop alone', () => {
  expect(joinSentences(['One.', 'Two.'])).toBe('One. Two.');
  expect(joinSentences(['一。', '二。'])).toBe('一。二。');
  expect([joinSentences(['One.', '']), joinSentences(['一。', ''])]).toEqual(['One. ', '一。']);
});

test('no language lacks a text that another has', () => {
  for (const locale of LOCALES) expect(plain(files[locale])).toEqual(plain(files['en-US']));
});

test('placeholders are the same in every language', () => {
  const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
  for (const [key, text] of Object.entries(files['en-US'])) {
    for (const locale of LOCALES) {
      const other = files[locale][key];
      if (other !== undefined) expect([key, holes(other)]).toEqual([key, holes(text)]);
    }
  }
});

test('every key that shell and SDK look up literally has a text', () => {
  const sources = ['host/sdk', 'host/shell'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/test\.|dist\/|\.generated|browser\//.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const prefixes = 'shell|login|list|form|action|state|copy|chart|remove|health|maintain|not_found|failure';
  const used = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(new RegExp(`'((?:${prefixes})\\.[a-z_.]+)'`, 'g'))].map((match) => match[1] ?? ''),
    ),
  );
  const known = new Set(plain(files['en-US']));
  expect([...used].filter((key) => !known.has(key))).toEqual([]);
});

test('a missing word falls back to the default language, and then shows its key', async () => {
  await startWords('en-US', {
    'zh-CN': { 'a.b': '甲', 'only.default': '乙' },
    'en-US': { 'a.b': 'A', 'n.x_one': '{{count}} thing', 'n.x_other': '{{count}} things' },
    'sw-KE': {},
  });
  const words = makeWords(dictionary);
  expect(words('a.b')).toBe('A');
  expect(words('only.default')).toBe('乙');
  expect(words('no.such.key')).toBe('no.such.key');
  expect([words('n.x', { count: 1 }), words('n.x', { count: 3 })]).toEqual(['1 thing', '3 things']);
  expect(words.has('n.x')).toBe(true);
  expect(words.first(['no.such.key', 'a.b'])).toBe('A');
});

const THREE = {
  'zh-CN': { 'a.b': '甲', 'n.x_other': '{{count}} 个' },
  'en-US': { 'a.b': 'A', 'n.x_one': '{{count}} thing', 'n.x_other': '{{count}} things' },
  'sw-KE': { 'a.b': 'Ah' },
};

test('what was written here is read in the place of the files, by its own source, and is gone when it is taken back', async () => {
  await startWords('en-US', THREE);
  const words = makeWords(dictionary);
  replaceWords('en-US', { 'platform.shell': { 'a.b': 'Alpha' }, gear: { 'gear.name': 'Tool' } });
  expect(words('a.b')).toBe('Alpha');
  // Words of a plugin come with it, and a release of its that is loaded later has them, too.
  addWords('en-US', { 'gear.name': 'Gear', 'gear.size': 'Size' }, 'gear');
  expect([words('gear.name'), words('gear.size')]).toEqual(['Tool', 'Size']);
  addWords('en-US', { 'gear.name': 'Gears' }, 'gear');
  expect(words('gear.name')).toBe('Tool');
  replaceWords('en-US', {});
  expect([words('a.b'), words('gear.name')]).toEqual(['A', 'Gears']);
});

test('a language of an operator has what was written, with its own plurals, and the rest is read in the default', async () => {
  await startWords('en-US', THREE);
  const words = makeWords(dictionary);
  replaceWords('ar', { 'platform.shell': { 'n.x_two': 'شيئان', 'n.x_other': '{{count}} شيء' } });
  setStandIn('en-US');
  await dictionary.changeLanguage('ar');
  expect([words('n.x', { count: 2 }), words('n.x', { count: 100 })]).toEqual(['شيئان', '100 شيء']);
  expect([words('a.b'), shownLocale()]).toEqual(['A', 'en-US']);
  setStandIn('sw-KE');
  await dictionary.changeLanguage('ar');
  expect([words('a.b'), shownLocale()]).toEqual(['Ah', 'sw-KE']);
  await dictionary.changeLanguage('zh-CN');
  expect(shownLocale()).toBe('zh-CN');
});
