import { LOCALES } from '@waypost/contract';
import type { LanguageDesk, WordSource } from '@waypost/sdk/platform';
import type { Words } from '../locale/texts.ts';
import type { Languages } from './languages.ts';

/** What the platform's own plugin gets as `context.languages`. */
export function createLanguageDesk(parts: {
  languages: Languages;
  /** Sources of words as their files have them, those of the platform first. */
  sources(): readonly { id: string; title: string; words: Words }[];
}): LanguageDesk {
  const { languages } = parts;
  return {
    async sources() {
      return parts.sources().map(
        ({ id, title, words }): WordSource => ({
          id,
          title,
          words: Object.fromEntries(LOCALES.map((locale) => [locale, words[locale]])) as WordSource['words'],
        }),
      );
    },
    inForce: async (language) => languages.words(language),
    reload: languages.load,
  };
}
