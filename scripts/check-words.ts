import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './process.ts';

const LOCALES = ['zh-CN', 'en-US', 'sw-KE'] as const;
type Words = Record<string, string>;

/** Words that are the same in every language: names, codes, units. */
const SAME_EVERYWHERE =
  /^[\s\d\p{P}\p{S}]*$|^(IP|PV|UV|URL|QR|PNG|SVG|PDF|CSV|API|TOTP|HTML|VIP|USDT|TRX|OK|ID|Waypost|WeChat|Alipay|Telegram|MongoDB|\{\{.*\}\})$/u;

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

const placeholders = (text: string) =>
  [...text.matchAll(/{{\s*([^}\s,]+)/g)]
    .map((match) => match[1])
    .sort()
    .join(',');

const faults: string[] = [];
let count = 0;
for (const { name, files } of groups()) {
  const words: Record<string, Words> = {};
  for (const [locale, file] of Object.entries(files)) {
    const handle = Bun.file(join(projectRoot, file));
    if (await handle.exists()) words[locale] = (await handle.json()) as Words;
    else faults.push(`${file}: missing`);
  }
  const keys = new Set(Object.values(words).flatMap((entry) => Object.keys(entry)));
  for (const key of keys) {
    count += 1;
    // Plural forms differ by language: English has one and other, Chinese and our Swahili texts may have other alone.
    if (/_(one|few|many|zero|two)$/.test(key)) continue;
    const texts = LOCALES.map((locale) => words[locale]?.[key]);
    LOCALES.forEach((locale, index) => {
      if (words[locale] && (texts[index] === undefined || texts[index].trim() === ''))
        faults.push(`${name}: ${key} has no ${locale} text`);
    });
    const [chinese, english, swahili] = texts;
    if (chinese === undefined || english === undefined || swahili === undefined) continue;
    if (placeholders(chinese) !== placeholders(english) || placeholders(swahili) !== placeholders(english))
      faults.push(`${name}: ${key} has different placeholders`);
    if (chinese === english && !SAME_EVERYWHERE.test(english))
      faults.push(`${name}: ${key} is not translated to zh-CN: ${english}`);
    if (swahili === english && english.includes(' ') && !SAME_EVERYWHERE.test(english))
      faults.push(`${name}: ${key} is not translated to sw-KE: ${english}`);
  }
}
for (const fault of faults) console.error(fault);
if (count === 0) console.error('words: nothing was checked');
if (faults.length > 0 || count === 0) process.exit(1);
console.log(`words: ${count} keys in three languages`);
