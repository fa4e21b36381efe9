import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../runtime/contract/constants.ts';
import { compareWords, type WordsByLocale } from '../runtime/sdk/conformance/index.ts';
import { projectRoot } from './process.ts';
import { missingWords } from './words/asked-words.ts';
import { untoldAudits } from './words/audit-words.ts';
import { handMadeFormats } from './words/hand-made-formats.ts';
import { mixedTerms, retiredTexts } from './words/mixed-terms.ts';
import { pluralFaults, splitForm } from './words/plural-forms.ts';
import { findUse } from './words/used-keys.ts';

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

/** The one place that formats for all, and charts, which draw figures themselves. */
const FORMATTING = /^host\/sdk\/(format|chart)\//;

function sourcesOf(...folders: string[]): { file: string; text: string }[] {
  return folders.flatMap((folder) =>
    [...new Bun.Glob('**/{*.ts,*.tsx,plugin.json}').scanSync({ cwd: join(projectRoot, folder) })]
      .filter((file) => !/(^|\/)(node_modules|dist|\.generated)\//.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => ({
        file: `${folder}/${file}`,
        text: readFileSync(join(projectRoot, folder, file), 'utf8'),
      })),
  );
}

/** Words that only the server has: a page that asks for one shows its key. */
const OF_SERVER = 'locales/*/server.json';

const faults: string[] = [];
const shown = new Set<string>();
const all = new Set<string>();
const sources = sourcesOf('runtime', 'host', 'plugins');
const use = findUse(sources.map(({ text }) => text));
let count = 0;
for (const { name, files } of groups()) {
  const words: Record<string, Words> = {};
  for (const [locale, file] of Object.entries(files)) {
    const handle = Bun.file(join(projectRoot, file));
    if (await handle.exists()) words[locale] = (await handle.json()) as Words;
    else faults.push(`${file}: missing`);
  }
  const keys = new Set(Object.values(words).flatMap((entry) => Object.keys(entry)));
  count += keys.size;
  for (const key of keys) all.add(key);
  if (name !== OF_SERVER) for (const key of keys) shown.add(key).add(splitForm(key).base);
  // A key that ends in `_other` alone may be a word that ends so: a plural has its singular in some language.
  const plurals = new Set([...keys].flatMap((key) => (key.endsWith('_one') ? [splitForm(key).base] : [])));
  for (const [locale, entry] of Object.entries(words)) {
    const own = Object.keys(entry).filter((key) => plurals.has(splitForm(key).base));
    for (const fault of pluralFaults(locale, own)) faults.push(`${name}: ${fault}`);
    const texts = Object.values(entry).join('\n');
    for (const fault of [...mixedTerms(texts), ...retiredTexts(locale, texts)])
      faults.push(`${name}: ${fault}`);
  }
  const isUsed = (key: string) => use.isUsed(key) || use.isUsed(splitForm(key).base);
  for (const key of keys) if (!isUsed(key)) faults.push(`${name}: ${key} is used by nothing`);
  for (const { key, message } of compareWords(words as WordsByLocale))
    faults.push(`${name}: ${key} ${message}`);
}
for (const { file, text } of sources)
  if (file.endsWith('.tsx') && !FORMATTING.test(file))
    for (const fault of handMadeFormats(text))
      faults.push(`${file}: ${fault}; useFormat() knows the language`);
for (const { file, text } of sources)
  if (/^(host|plugins)\//.test(file))
    for (const key of missingWords(text, shown)) faults.push(`${file}: ${key} is no word that pages have`);
for (const { file, text } of sources)
  if (/^(runtime|plugins)\//.test(file))
    for (const type of untoldAudits(text, all))
      faults.push(
        `${file}: the log has no words for ${type}: log.noun.<thing>, and audit.<type> or log.verb.<verb>`,
      );
for (const file of new Bun.Glob('{README.md,docs/**/*.md,runtime/decisions/*.md}').scanSync({
  cwd: projectRoot,
}))
  for (const fault of mixedTerms(readFileSync(join(projectRoot, file), 'utf8')))
    faults.push(`${file}: ${fault}`);
for (const fault of faults) console.error(fault);
if (count === 0) console.error('words: nothing was checked');
if (faults.length > 0 || count === 0) process.exit(1);
console.log(`words: ${count} keys in three languages`);
