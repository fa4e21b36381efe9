import type { ResultOf } from '@waypost/contract';
import { DEFAULT_LOCALE, LOCALES, type Locale, YesNo } from '@waypost/contract/constants';
import type { PlatformCalls } from '@waypost/contract/platform';
import { type Client, clientStore, dictionary, hasChosenLocale, LOCALE_NAMES } from '@waypost/host-sdk/light';
import { atom } from 'jotai';
import { callPlatform } from '../app/call-platform.ts';
import { firstLanguage } from '../locale/arrival-locale.ts';

export interface Language {
  code: Locale;
  title: string;
}

type LanguageRow = Pick<
  ResultOf<PlatformCalls['language/inquire']>['content'][number],
  'code' | 'title' | 'default_language'
>;

/** The languages that are offered; until the server has answered, those that the page has words for. */
export const languagesAtom = atom<readonly Language[]>(
  LOCALES.map((code) => ({ code, title: LOCALE_NAMES[code] })),
);

/** Languages of a list that the page has words for; a server may know more of them than a page that was not built since. */
export function knownLanguages(rows: readonly LanguageRow[]): Language[] {
  return rows.flatMap(({ code, title }) => {
    const known = LOCALES.find((locale) => locale === code);
    return known === undefined ? [] : [{ code: known, title }];
  });
}

/** What a newcomer sees: the default of the list where the page has words for it, else the first that it has. */
export function defaultLanguage(rows: readonly LanguageRow[]): Locale {
  const chosen = rows.filter(({ default_language }) => default_language === YesNo.yes);
  return knownLanguages(chosen)[0]?.code ?? knownLanguages(rows)[0]?.code ?? DEFAULT_LOCALE;
}

/** Asks which languages are shown. A failure, or a list without any that the page has words for, changes nothing. */
export async function loadLanguages(client: Client): Promise<void> {
  try {
    const { content } = await callPlatform(client, 'language/inquire', {
      show_status: 1,
    });
    const known = knownLanguages(content);
    if (known.length === 0) return;
    clientStore.set(languagesAtom, known);
    // Not kept: whoever has not chosen follows the operator's choice also when it changes.
    if (!hasChosenLocale()) {
      const offered = known.map(({ code }) => code);
      await dictionary.changeLanguage(firstLanguage(defaultLanguage(content), offered));
    }
  } catch {
    // The page works in the languages it has.
  }
}
