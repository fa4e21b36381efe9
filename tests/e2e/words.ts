import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@waypost/contract';

const root = join(import.meta.dir, '../..');

/**
 * Everything that the page may say in one language, by key.
 * @param more folders of plugins that are not the product's own
 */
export function readWords(locale: Locale, ...more: string[]): ReadonlyMap<string, string> {
  const files = [
    ...['shell', 'terms', 'server'].map((name) => join(root, 'locales', locale, `${name}.json`)),
    ...[
      ...readdirSync(join(root, 'plugins')).map((plugin) => join(root, 'plugins', plugin)),
      ...more,
    ].flatMap((folder) => {
      const screens = readdirSync(join(folder, 'screens')).map((screen) => join(folder, 'screens', screen));
      return [
        join(folder, 'locales', `${locale}.json`),
        ...screens.map((screen) => join(screen, `${locale}.json`)),
      ];
    }),
  ];
  const words = new Map<string, string>();
  for (const file of files) {
    try {
      for (const [key, text] of Object.entries(
        JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
      ))
        words.set(key, text);
    } catch (error) {
      // A screen without words of its own.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return words;
}

/** Words by key, with their parameters, so that a test finds its way in each language; `more` as for `readWords`. */
export function wordsOf(
  locale: Locale,
  ...more: string[]
): (key: string, params?: Record<string, string | number>) => string {
  const words = readWords(locale, ...more);
  return (key, params = {}) => {
    const text = words.get(key);
    if (text === undefined) throw new Error(`${locale} has no word ${key}`);
    return text.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) => String(params[name] ?? ''));
  };
}
