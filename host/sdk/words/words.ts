import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract/constants';
import i18next, { type i18n, type TOptions } from 'i18next';

export type Params = Readonly<Record<string, string | number>>;
export type WordFile = Readonly<Record<string, string>>;

const STORAGE_KEY = 'waypost.locale';

/** The one dictionary in the page. Keys are flat and dotted; nothing is nested. */
export const dictionary: i18n = i18next.createInstance();

/** Starts the dictionary. The remotes' words come later through `addWords`. */
export async function startWords(locale: Locale, files: Readonly<Record<Locale, WordFile>>): Promise<void> {
  await dictionary.init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    supportedLngs: [...LOCALES],
    keySeparator: false,
    nsSeparator: false,
    // React escapes; escaping twice would show entities.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(LOCALES.map((lng) => [lng, { translation: { ...files[lng] } }])),
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
}

/** Adds a plugin's words. Later ones win, so a remote that is loaded again brings its corrections. */
export function addWords(locale: Locale, words: WordFile): void {
  dictionary.addResourceBundle(locale, 'translation', { ...words }, true, true);
}

/** Looks keys up in one language. */
export interface WordsFunction {
  (key: string, params?: Params): string;
  has(key: string): boolean;
  /** Text of the first key that exists; the last key's own name when none does. */
  first(keys: readonly string[], params?: Params): string;
}

/** Words of the dictionary's current language. A missing key shows itself, so that it is noticed. */
export function makeWords(source: i18n): WordsFunction {
  const words = (key: string, params?: Params) => source.t(key, { ...params } as TOptions) as string;
  const has = (key: string) => source.exists(key, { count: 0 } as TOptions) || source.exists(key);
  return Object.assign(words, {
    has,
    first: (keys: readonly string[], params?: Params) => words(keys.find(has) ?? keys.at(-1) ?? '', params),
  });
}

/** The stored choice, else the default: zh-CN (docs/product.md, "Constants"). */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(STORAGE_KEY);
  return LOCALES.find((locale) => locale === stored) ?? DEFAULT_LOCALE;
}

/** Whether somebody chose a language on this device that the page has words for. */
export function hasChosenLocale(): boolean {
  const stored = localStorage.getItem(STORAGE_KEY);
  return LOCALES.some((locale) => locale === stored);
}

/** Switches the language, keeps the choice and tells the document. */
export async function changeLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORAGE_KEY, locale);
  await dictionary.changeLanguage(locale);
  document.documentElement.lang = locale;
}
