import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract';
import { z } from 'zod';

/** Words of one source (the server's own, a plugin's), by language and key. */
export type Words = Readonly<Record<Locale, ReadonlyMap<string, string>>>;
export type TextParams = Readonly<Record<string, string | number>>;

const zWords = z.record(z.string(), z.string());

/** Reads `<folder>/<lng>/server.json`: the server's own texts. @throws when a file is not a flat map of strings */
export function readServerWords(folder: string): Promise<Words> {
  return readWords((locale) => [join(folder, locale, 'server.json')]);
}

/** Reads a plugin's `locales/<lng>.json` and `screens/<route>/<lng>.json`; files that are not there count as empty. */
export async function readPluginWords(directory: string): Promise<Words> {
  const screens = await readdir(join(directory, 'screens')).catch(missing<string[]>([]));
  return readWords((locale) => [
    join(directory, 'locales', `${locale}.json`),
    ...screens.sort().map((screen) => join(directory, 'screens', screen, `${locale}.json`)),
  ]);
}

async function readWords(files: (locale: Locale) => string[]): Promise<Words> {
  const entries = LOCALES.map(async (locale) => {
    const words = new Map<string, string>();
    for (const file of files(locale)) {
      const text = await readFile(file, 'utf8').catch(missing('{}'));
      const parsed = zWords.safeParse(JSON.parse(text));
      if (!parsed.success) throw new TypeError(`${file}: ${z.prettifyError(parsed.error)}`);
      for (const [key, value] of Object.entries(parsed.data)) words.set(key, value);
    }
    return [locale, words] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as unknown as Words;
}

function missing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback;
    throw error;
  };
}

/**
 * The text of `key` in `locale`: first source that has it, then the default language, then undefined.
 * `{{name}}` is filled from `params`; with a number `count` the key's plural form (`_one`, `_other`) is preferred.
 */
export function findText(
  sources: Iterable<Words>,
  locale: Locale,
  key: string,
  params: TextParams = {},
): string | undefined {
  const list = [...sources];
  for (const language of new Set([locale, DEFAULT_LOCALE])) {
    for (const candidate of candidates(language, key, params)) {
      for (const words of list) {
        const text = words[language].get(candidate);
        if (text !== undefined) return fill(text, params);
      }
    }
  }
  return undefined;
}

function candidates(locale: Locale, key: string, params: TextParams): string[] {
  if (typeof params.count !== 'number') return [key];
  return [`${key}_${new Intl.PluralRules(locale).select(params.count)}`, `${key}_other`, key];
}

function fill(text: string, params: TextParams): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
