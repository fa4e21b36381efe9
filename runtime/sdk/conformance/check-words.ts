import { LOCALES, type Locale } from '@waypost/contract';
import { z } from 'zod';
import { compareWords } from './compare-words.ts';
import type { ConformanceFault } from './fault.ts';
import { jsonFault, jsonOf, type PluginFiles } from './plugin-files.ts';

const zWords = z.record(z.string(), z.string());
const WORD_FILE = /^(locales|screens\/[^/]+)\/([^/]+)\.json$/;

/** Whether all words of a plugin stand in every language, each once. */
export function checkWords(files: PluginFiles): ConformanceFault[] {
  const faults: ConformanceFault[] = [];
  const fault = (path: string, message: string) => faults.push({ rule: 'words', path, message });
  const seen = new Map<string, string>();
  for (const place of new Set(['locales', ...placesOf(files)])) {
    const words = {} as Record<Locale, Record<string, string> | undefined>;
    for (const locale of LOCALES) {
      const path = `${place}/${locale}.json`;
      const parsed = zWords.safeParse(jsonOf(files, path));
      words[locale] = parsed.success ? parsed.data : undefined;
      if (!parsed.success)
        fault(
          path,
          jsonFault(files, path) ??
            (files.has(path)
              ? 'is not a flat map of texts'
              : 'is missing: every language has the same files'),
        );
    }
    for (const { key, message } of compareWords(words)) fault(`${place}: ${key}`, message);
    for (const key of Object.keys(words['en-US'] ?? {})) {
      const other = seen.get(key);
      if (other !== undefined)
        fault(`${place}: ${key}`, `has a text in ${other} already: one of them would vanish`);
      seen.set(key, place);
    }
  }
  return faults;
}

/** All words of one language. */
export function wordsOf(files: PluginFiles, locale: Locale): ReadonlyMap<string, string> {
  return new Map(
    ['locales', ...placesOf(files)].flatMap((place) => {
      const parsed = zWords.safeParse(jsonOf(files, `${place}/${locale}.json`));
      return parsed.success ? Object.entries(parsed.data) : [];
    }),
  );
}

/** The keys that each place of words has, in any language. */
export function wordsIn(files: PluginFiles): ReadonlyMap<string, readonly string[]> {
  return new Map(
    ['locales', ...placesOf(files)].map((place) => [
      place,
      LOCALES.flatMap((locale) => {
        const parsed = zWords.safeParse(jsonOf(files, `${place}/${locale}.json`));
        return parsed.success ? Object.keys(parsed.data) : [];
      }),
    ]),
  );
}

/** Folders below `screens/` that hold words, in order. */
function placesOf(files: PluginFiles): string[] {
  const places = [...files.keys()].flatMap((path) => WORD_FILE.exec(path)?.[1] ?? []);
  return [...new Set(places)].filter((place) => place !== 'locales').sort();
}
