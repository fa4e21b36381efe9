import { LOCALES, type Locale } from '@waypost/contract/constants';
import { type Client, changeLocale, showLocale, shownLocale } from '@waypost/host-sdk/light';
import { loadWordChanges } from './word-changes.ts';

/** What brings the words of plugins; the page before sign-in has none. */
let bringWords: (locale: Locale) => Promise<void> = async () => undefined;

/** Has the words of screens that are open come before each switch. */
export function bringWordsBy(bring: (locale: Locale) => Promise<void>): void {
  bringWords = bring;
}

/** Switches to a language that somebody has chosen, and keeps the choice. Its words come before it happens. */
export async function chooseLanguage(client: Pick<Client, 'post'>, language: string): Promise<void> {
  // What is shown has its words: whoever goes on at once is not asked again.
  if (language === document.documentElement.lang) return changeLocale(language);
  await bringLanguage(client, language);
  await changeLocale(language);
}

/** The same where nobody has chosen it, or it stands in for one that is not offered any more: the choice stays what it was. */
export async function followLanguage(client: Pick<Client, 'post'>, language: string): Promise<void> {
  await bringLanguage(client, language);
  await showLocale(language);
}

async function bringLanguage(client: Pick<Client, 'post'>, language: string): Promise<void> {
  const locale = LOCALES.find((one) => one === language) ?? shownLocale();
  await Promise.all([loadWordChanges(client, language), bringWords(locale)]);
}
