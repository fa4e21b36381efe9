import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareWords, type WordsByLocale } from '../runtime/sdk/conformance/index.ts';
import { projectRoot } from './process.ts';

const LOCALES = ['zh-CN', 'en-US', 'sw-KE'] as const;
type Words = Record<string, string>;

/** Each place where the same words stand in three languages: locale → file. */
function groups(): { name: string; files: Record<string, string> }[] {
  const found: { name: string; files: Record<string, string> }[] = [];
  const add = (name: string, file: (locale: string) => string) =>
    found.push({ name, files: Object.fromEntries(LOCALES.map((locale) => [locale, file(locale)])) });
  for (const file of readdirSync(join(projectRoot, 'locales/en-US')))
    add(`locales/*/${file}`, (locale) => `locales/${locale}/${file}`);
  for (const plugin of readdirSync(join(projectRoot, 'plugins'))) {
    add(`plugins/${plugin}/locales`, (locale) => `plugins/${plugin}/locales/${locale}.json`);
    const screens = join(projectRoot, 'plugins', plugin, 'screens');
    if (!existsSync(screens)) continue;
    for (const screen of readdirSync(screens)) {
      if (LOCALES.some((locale) => existsSync(join(screens, screen, `${locale}.json`))))
        add(
          `plugins/${plugin}/screens/${screen}`,
          (locale) => `plugins/${plugin}/screens/${screen}/${locale}.json`,
        );
    }
  }
  return found;
}

const faults: string[] = [];
let count = 0;
for (const { name, files } of groups()) {
  const words: Record<string, Words> = {};
  for (const [locale, file] of Object.entries(files)) {
    const handle = Bun.file(join(projectRoot, file));
    if (await handle.exists()) words[locale] = (await handle.json()) as Words;
    else faults.push(`${file}: missing`);
  }
  count += new Set(Object.values(words).flatMap((entry) => Object.keys(entry))).size;
  for (const { key, message } of compareWords(words as WordsByLocale))
    faults.push(`${name}: ${key} ${message}`);
}
for (const fault of faults) console.error(fault);
if (count === 0) console.error('words: nothing was checked');
if (faults.length > 0 || count === 0) process.exit(1);
console.log(`words: ${count} keys in three languages`);
