import { createHash } from 'node:crypto';
import { DEFAULT_LOCALE, LOCALES, YesNo } from '@waypost/contract';
import type { Disposer } from '@waypost/sdk';
import type { LanguageWords } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import { followList } from '../follow-list.ts';
import {
  ALL_OFFERED,
  type ChosenLanguage,
  chooseLanguage,
  type OfferedLanguages,
} from '../locale/choose-locale.ts';
import type { ChangedWords } from '../locale/texts.ts';

/** The collection of languages: which there are, which are offered, which is the default. */
export const LANGUAGE = 'system_language';
/** The collection of words that operators have written in the place of the product's own. */
export const LANGUAGE_WORD = 'system_language_word';

/** What is followed of resource `system.language`. */
export interface LanguageDocument {
  _id: string;
  code: string;
  /** 2: hidden. */
  show_status: number;
  default_language: number;
}

/** One word that an operator has written. */
export interface LanguageWordDocument {
  _id: string;
  language: string;
  /** `platform.server`, `platform.shell`, `platform.visit` or a plugin. */
  source: string;
  key: string;
  text: string;
}

const HIDDEN = 2;
const EMPTY: LanguageWords = { stamp: '', words: {} };

/** Languages and words as this process knows them: asked by every answer, from memory. */
export interface Languages {
  /** The language of an answer; see `chooseLanguage`. */
  choose(query: string | null, acceptLanguage: string | null): ChosenLanguage;
  /** Those that answers may be in. */
  offered(): OfferedLanguages;
  /** What operators have written in the place of a source's words. */
  changesOf(source: string): ChangedWords;
  /** All that was written in one language. */
  words(language: string): LanguageWords;
  /** Calls `listener` after languages or words have become others. */
  onChange(listener: () => void): Disposer;
  /** Reads both from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

interface Known {
  offered: OfferedLanguages;
  /** By language and source. */
  words: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
  told: ReadonlyMap<string, LanguageWords>;
  /** Of everything: another one after each change that somebody could see. */
  stamp: string;
}

/** Follows what any process writes. Until the store has answered, everything is as the product's files have it. */
export function createLanguages(options: {
  languages: Collection<LanguageDocument>;
  words: Collection<LanguageWordDocument>;
  /** Calls back after changes of either, by any process. */
  follow(onChange: () => void): Disposer;
  failed(error: unknown): void;
}): Languages {
  const listeners = new Set<() => void>();
  let known: Known = { offered: ALL_OFFERED, words: new Map(), told: new Map(), stamp: '' };
  const list = followList({
    follow: options.follow,
    failed: options.failed,
    read: async () => {
      const [languages, words] = await Promise.all([
        options.languages
          .find({ remove_time: null } as object)
          .sort({ _id: 1 })
          .toArray(),
        options.words.find({}).sort({ language: 1, source: 1, key: 1 }).toArray(),
      ]);
      const next = lay(languages, words);
      if (next.stamp === known.stamp) return;
      known = next;
      for (const listener of listeners) listener();
    },
  });
  return {
    choose: (query, acceptLanguage) => chooseLanguage(query, acceptLanguage, known.offered),
    offered: () => known.offered,
    changesOf: (source) => (language) => known.words.get(language)?.get(source),
    words: (language) => known.told.get(language) ?? EMPTY,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load: list.load,
    stop: list.stop,
  };
}

function lay(languages: readonly LanguageDocument[], rows: readonly LanguageWordDocument[]): Known {
  const words = new Map<string, Map<string, Map<string, string>>>();
  for (const { language, source, key, text } of rows) {
    const sources = words.get(language) ?? new Map<string, Map<string, string>>();
    const keys = sources.get(source) ?? new Map<string, string>();
    words.set(language, sources.set(source, keys.set(key, text)));
  }
  const told = new Map<string, LanguageWords>();
  for (const [language, sources] of words) {
    const plain = Object.fromEntries(
      [...sources].map(([source, keys]) => [source, Object.fromEntries(keys)]),
    );
    told.set(language, { stamp: hashOf(plain), words: plain });
  }
  const offered = offeredOf(languages);
  const stamp = hashOf([languages, [...told].map(([language, { stamp: own }]) => [language, own])]);
  return { offered, words, told, stamp };
}

/** Languages with all words come first, so that `en` is answered by the product's English whatever else begins so. */
function offeredOf(languages: readonly LanguageDocument[]): OfferedLanguages {
  const codes = new Set(
    languages.filter(({ show_status }) => show_status !== HIDDEN).map(({ code }) => code),
  );
  // Before an operator's list is there, nothing is hidden.
  if (codes.size === 0) return ALL_OFFERED;
  const hidden = new Set(
    languages.filter(({ code }) => !codes.has(code)).map(({ code }) => code.toLowerCase()),
  );
  const isDefault = new Set(
    languages.filter((row) => row.default_language === YesNo.yes).map(({ code }) => code),
  );
  return {
    codes: [
      ...LOCALES.filter((locale) => codes.has(locale)),
      ...[...codes].filter((code) => !LOCALES.some((locale) => locale === code)),
    ],
    hidden,
    standard: LOCALES.find((locale) => isDefault.has(locale)) ?? DEFAULT_LOCALE,
  };
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
