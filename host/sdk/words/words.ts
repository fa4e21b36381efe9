import { DEFAULT_LOCALE, LANGUAGE_CODE_PATTERN, LOCALES, type Locale } from '@waypost/contract/constants';
import i18next, { type i18n, type TOptions } from 'i18next';

export type Params = Readonly<Record<string, string | number>>;
export type WordFile = Readonly<Record<string, string>>;

const STORAGE_KEY = 'waypost.locale';

/** The one dictionary in the page. Keys are flat and dotted; nothing is nested. */
export const dictionary: i18n = i18next.createInstance();

/** Where words come from that no plugin brings. */
const SHELL = 'platform.shell';
const NAMESPACE = 'translation';

/** Words of files, by language and then by source, in the order in which they came: later ones win. */
const files = new Map<string, Map<string, WordFile>>();
/** What operators of this installation have written in their place, by language and source. */
const written = new Map<string, Readonly<Record<string, WordFile>>>();
let standIn: Locale = DEFAULT_LOCALE;

/** Starts the dictionary. The remotes' words come later through `addWords`. */
export async function startWords(language: string, given: Readonly<Record<Locale, WordFile>>): Promise<void> {
  for (const locale of LOCALES) files.set(locale, new Map([[SHELL, given[locale]]]));
  await dictionary.init({
    lng: language,
    // Asked anew with each change of the language: operators choose which one stands in.
    fallbackLng: () => [standIn, DEFAULT_LOCALE],
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    // React escapes; escaping twice would show entities.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(LOCALES.map((lng) => [lng, { [NAMESPACE]: wordsOf(lng) }])),
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0]);
}

/**
 * Adds a plugin's words. Later ones win, so a remote that is loaded again brings its corrections.
 * @param source the plugin
 */
export function addWords(locale: Locale, words: WordFile, source = 'page'): void {
  const known = files.get(locale) ?? new Map<string, WordFile>();
  files.set(locale, known.set(source, words));
  lay(locale);
}

/** Puts what operators have written in the place of the files' words; what they have taken back is as the files have it. */
export function replaceWords(language: string, changes: Readonly<Record<string, WordFile>>): void {
  written.set(language, changes);
  lay(language);
}

/** Says which language stands in for what another one lacks; it holds from the next change of the language on. */
export function setStandIn(locale: Locale): void {
  standIn = locale;
}

/** The language with all words that is shown, or that stands in for the one that is shown. */
export function shownLocale(): Locale {
  return LOCALES.find((locale) => locale === dictionary.language) ?? standIn;
}

function wordsOf(language: string): Record<string, string> {
  const changes = written.get(language) ?? {};
  const sources = files.get(language);
  // A language that nobody ships has what was written for it.
  if (sources === undefined) return Object.assign({}, ...Object.values(changes));
  return Object.assign({}, ...[...sources].flatMap(([source, words]) => [words, changes[source] ?? {}]));
}

/** A word that was taken back must not stay: the bundle is made anew. Nobody is told of the moment without it. */
function lay(language: string): void {
  dictionary.removeResourceBundle(language, NAMESPACE);
  dictionary.addResourceBundle(language, NAMESPACE, wordsOf(language));
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

/**
 * Sentences in one line. Behind a Chinese full stop, which is wide by itself, stands no space; an empty last sentence leaves
 * room for a link.
 */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.join(' ').replace(/(?<=[。！？]) /g, '');

/** The stored choice, else the default: zh-CN (docs/product.md, "Constants"). */
export function storedLocale(): string {
  return chosenLocale() ?? DEFAULT_LOCALE;
}

/** Whether somebody chose a language on this device. */
export function hasChosenLocale(): boolean {
  return chosenLocale() !== undefined;
}

function chosenLocale(): string | undefined {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored !== null && LANGUAGE_CODE_PATTERN.test(stored) ? stored : undefined;
}

/** Switches the language, keeps the choice and tells the document. */
export async function changeLocale(language: string): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await showLocale(language);
}

/** The same, and the choice stays what it was. */
export async function showLocale(language: string): Promise<void> {
  await dictionary.changeLanguage(language);
  document.documentElement.lang = language;
}
