import { LOCALES } from '@waypost/contract';
import type { WordSource } from '@waypost/sdk/platform';
import { type WordRule, wordRuleOf } from './rules.ts';

/** One word of the product or a plugin, as a language has it before anybody changes it. */
export interface WordEntry {
  source: string;
  key: string;
  /** The text of the files in this language; empty: they have none. */
  original: string;
  /** What a translation is made from: the English text, of English the Chinese one. */
  reference: string;
  /** What a change is compared with after an update: `original`, and where there is none `reference`. */
  basis: string;
  rule: WordRule;
  /** All that a search looks through, in lower case. */
  searched: string;
}

const FORM = /^(.+)_(zero|one|two|few|many|other)$/;
type Texts = WordSource['words'];

/** Made once for each language of a source's words; they go with the words. */
const made = new WeakMap<ReadonlyMap<string, string>, Map<string, readonly WordEntry[]>>();

/** The words of one source in the order of its files. In a language of an operator's a plural has the forms of that language. */
export function wordEntries(source: WordSource, language: string): readonly WordEntry[] {
  const known = made.get(source.words['en-US']) ?? new Map<string, readonly WordEntry[]>();
  made.set(source.words['en-US'], known);
  const found = known.get(language) ?? makeEntries(source, language);
  known.set(language, found);
  return found;
}

function makeEntries({ id, words }: WordSource, language: string): WordEntry[] {
  const keys = new Set(LOCALES.flatMap((locale) => [...words[locale].keys()]));
  // A key that only ends so is no plural: that has its form for many, too.
  const plurals = new Set(
    [...keys].flatMap((key) => {
      const base = key.slice(0, -'_one'.length);
      return key.endsWith('_one') && keys.has(`${base}_other`) ? [base] : [];
    }),
  );
  const wanted = new Set<string>();
  for (const key of keys) {
    const base = FORM.exec(key)?.[1];
    if (base === undefined || !plurals.has(base)) wanted.add(key);
    else for (const form of formsOf(language)) wanted.add(`${base}_${form}`);
  }
  return [...wanted].map((key) => makeEntry({ id, words, key, language, plurals }));
}

function makeEntry(given: {
  id: string;
  words: Texts;
  key: string;
  language: string;
  plurals: ReadonlySet<string>;
}): WordEntry {
  const { id, key, language, words } = given;
  const [, base, form] = FORM.exec(key) ?? [];
  const isPlural = base !== undefined && given.plurals.has(base);
  const spare = isPlural ? `${base}_other` : key;
  const own = LOCALES.find((locale) => locale === language);
  const original = own === undefined ? '' : (words[own].get(key) ?? '');
  // The form that a language has itself, and where none has it the one for many.
  const ofKey = LOCALES.flatMap((locale) => words[locale].get(key) ?? []);
  const texts = ofKey.length > 0 ? ofKey : LOCALES.flatMap((locale) => words[locale].get(spare) ?? []);
  const from = language === 'en-US' ? 'zh-CN' : 'en-US';
  const reference = words[from].get(key) ?? words[from].get(spare) ?? texts[0] ?? '';
  const telling = original === '' ? reference : original;
  const many = isPlural ? LOCALES.flatMap((locale) => words[locale].get(spare) ?? []) : [];
  return {
    source: id,
    key,
    original,
    reference,
    basis: telling,
    rule: wordRuleOf([telling, ...texts], isPlural && form !== undefined ? { form, many } : undefined),
    searched: [key, ...texts].join('\n').toLowerCase(),
  };
}

/** Plural forms that a language has, as both the server and pages ask for them. */
function formsOf(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}
