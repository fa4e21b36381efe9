import type { ResultOf } from '@waypost/contract';
import { DEFAULT_LOCALE, LOCALES, type Locale, PAGE_SIZE_MAX, YesNo } from '@waypost/contract/constants';
import type { PlatformCalls } from '@waypost/contract/platform';
import {
  type Client,
  clientStore,
  dictionary,
  hasChosenLocale,
  LOCALE_NAMES,
  setStandIn,
  shownLocale,
  storedLocale,
} from '@waypost/host-sdk/light';
import { atom } from 'jotai';
import { callPlatform } from '../app/call-platform.ts';
import { firstLanguage } from '../locale/arrival-locale.ts';
import { followLanguage } from '../locale/switch-language.ts';
import { loadWordChanges } from '../locale/word-changes.ts';

export interface Language {
  code: string;
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

/** What a newcomer sees, and what stands in for words that a language lacks: the default, as far as the page has words for it. */
export function defaultLanguage(rows: readonly LanguageRow[]): Locale {
  const isDefault = ({ default_language }: LanguageRow) => default_language === YesNo.yes;
  const locales = [...rows.filter(isDefault), ...rows].flatMap(
    ({ code }) => LOCALES.find((locale) => locale === code) ?? [],
  );
  return locales[0] ?? DEFAULT_LOCALE;
}

/**
 * The language to be shown: what somebody chose, as far as it is offered, else what newcomers see. A choice that is not
 * offered any more is kept: it may be again.
 */
export function languageToShow(rows: readonly LanguageRow[]): string {
  const offered = rows.map(({ code }) => code);
  if (hasChosenLocale()) return offered.find((code) => code === storedLocale()) ?? defaultLanguage(rows);
  return firstLanguage(defaultLanguage(rows), offered);
}

/** Asks which languages are shown, and for the words that operators have written. A failure, or an empty list, changes nothing. */
export async function loadLanguages(client: Client): Promise<void> {
  try {
    const { content } = await callPlatform(client, 'language/inquire', {
      show_status: 1,
      page_size: PAGE_SIZE_MAX,
    });
    if (content.length > 0) await offerLanguages(client, content);
  } catch {
    // The page works in the languages it has.
  }
  await loadWordChanges(client);
}

async function offerLanguages(client: Client, rows: readonly LanguageRow[]): Promise<void> {
  clientStore.set(
    languagesAtom,
    rows.map(({ code, title }) => ({ code, title })),
  );
  const before = shownLocale();
  setStandIn(defaultLanguage(rows));
  const language = languageToShow(rows);
  // Also where another one stands in from now on.
  if (language !== dictionary.language || shownLocale() !== before) await followLanguage(client, language);
}
