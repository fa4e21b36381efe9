import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract';
import { z } from 'zod';

/** Words of one source (the server's own, a plugin's), by language and key. */
export type Words = Readonly<Record<Locale, ReadonlyMap<string, string>>> & {
  /** What operators have written in the place of the files' words, also in languages that no file has. */
  readonly changed?: ChangedWords;
};
/** By language; undefined: nothing of it was changed. It always tells what is in force at the moment. */
export type ChangedWords = (language: string) => ReadonlyMap<string, string> | undefined;
export type TextParams = Readonly<Record<string, string | number>>;

const zWords = z.record(z.string(), z.string());

/** Reads `<folder>/<lng>/server.json`: the server's own texts. @throws when a file is not a flat map of strings */
export function readServerWords(folder: string): Promise<Words> {
  return readWords((locale) => [join(folder, locale, 'server.json')]);
}

/** Reads `<folder>/<lng>/terms.json` and `shell.json`: what pages bring along before any plugin's. */
export function readShellWords(folder: string): Promise<Words> {
  return readWords((locale) => ['terms', 'shell'].map((name) => join(folder, locale, `${name}.json`)));
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
 * The text of `key` in the first of `languages` that has it, then in the default language, then undefined. In each language the
 * first source that has it counts. `{{name}}` is filled from `params`; with a number `count` the key's plural form (`_one`,
 * `_other`) is preferred.
 */
export function findText(
  sources: Iterable<Words>,
  languages: string | readonly string[],
  key: string,
  params: TextParams = {},
): string | undefined {
  const list = [...sources];
  const wanted = typeof languages === 'string' ? [languages] : languages;
  for (const language of new Set([...wanted, DEFAULT_LOCALE])) {
    for (const candidate of candidates(language, key, params)) {
      for (const words of list) {
        const text = words.changed?.(language)?.get(candidate) ?? ofFile(words, language)?.get(candidate);
        if (text !== undefined) return fill(text, params);
      }
    }
  }
  return undefined;
}

function ofFile(words: Words, language: string): ReadonlyMap<string, string> | undefined {
  const locale = LOCALES.find((one) => one === language);
  return locale === undefined ? undefined : words[locale];
}

function candidates(language: string, key: string, params: TextParams): string[] {
  if (typeof params.count !== 'number') return [key];
  return [`${key}_${new Intl.PluralRules(language).select(params.count)}`, `${key}_other`, key];
}

function fill(text: string, params: TextParams): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
