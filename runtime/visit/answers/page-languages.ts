import { DEFAULT_LOCALE, JUMP_WORDS, LOCALES, type Locale } from '@waypost/contract';
import english from '../../../locales/en-US/visit.json' with { type: 'json' };
import swahili from '../../../locales/sw-KE/visit.json' with { type: 'json' };
import chinese from '../../../locales/zh-CN/visit.json' with { type: 'json' };
import type { PageSite } from './site-head.ts';
import { type PageWords, pageWords } from './words.ts';

type Texts = ReadonlyMap<string, string>;

/** The words of visitors' pages as the product's files have them; an operator's stand over them. */
export const VISIT_WORDS: Readonly<Record<Locale, Texts>> = {
  'zh-CN': textsOf(chinese, 'zh-CN'),
  'en-US': textsOf(english, 'en-US'),
  'sw-KE': textsOf(swahili, 'sw-KE'),
};
/** What these words are called where operators write them anew. */
export const VISIT_WORD_SOURCE = 'platform.visit';

/** A language that visitors are answered in: another object once its words are others, so that what was made of it goes with it. */
export interface PageLanguage {
  /** `en-US`, or one that an operator has added. */
  language: string;
  words: PageWords;
}

/** Which languages visitors are answered in: asked at each page, from memory. */
export interface PageLanguages {
  /** The language that an Accept-Language header likes best of those that are offered, else the default. */
  choose(acceptLanguage: string | null): PageLanguage;
}

/** What pages are made with. */
export interface PageOptions {
  /** Where a visitor reports a link; shown on every page. */
  reportUrl: string;
  /** Default: the three of the product. */
  languages?: PageLanguages | undefined;
  /** Another object once it is another one; default: nothing is set. */
  site?: (() => PageSite) | undefined;
}

/** Languages as operators have them. */
export interface OfferedPageLanguages {
  /** In the order in which one is taken for another of the same tongue. */
  codes: readonly string[];
  /** Whoever asks for none of them gets this one; what a language of an operator's lacks is told in it. */
  standard: Locale;
  /** What operators have written in a language. */
  changes(language: string): Texts | undefined;
}

/** Languages of visitors' pages that follow a list: each word of an added one that nobody has written is the default language's. */
export function createPageLanguages(): PageLanguages & { lay(offered: OfferedPageLanguages): void } {
  let known = layLanguages({ codes: LOCALES, standard: DEFAULT_LOCALE, changes: () => undefined });
  return {
    choose: (acceptLanguage) => chooseAmong(known, acceptLanguage),
    lay: (offered) => {
      known = layLanguages(offered);
    },
  };
}

/** The three of the product, with the words of its files. */
export const BUILT_IN_LANGUAGES: PageLanguages = createPageLanguages();

interface KnownLanguages {
  // A map: an object would also answer `__proto__` or `constructor`, which any visitor can send.
  byTag: ReadonlyMap<string, PageLanguage>;
  standard: PageLanguage;
}

function layLanguages(offered: OfferedPageLanguages): KnownLanguages {
  const standard = speak(offered.standard, offered);
  const byTag = new Map<string, PageLanguage>();
  for (const code of offered.codes) {
    const language = code === offered.standard ? standard : speak(code, offered);
    const tag = code.toLowerCase();
    // Whole tags go before tongues: `pt-PT` is not answered by the `pt-BR` that stands before it.
    byTag.set(tag, language);
    const [tongue = tag] = tag.split('-');
    if (!byTag.has(tongue)) byTag.set(tongue, language);
  }
  return { byTag, standard };
}

function speak(language: string, { standard, changes }: OfferedPageLanguages): PageLanguage {
  const levels = [...new Set([language, standard, DEFAULT_LOCALE])].map((each) => ({
    rules: new Intl.PluralRules(each),
    texts: new Map([...(fileOf(each) ?? []), ...(changes(each) ?? [])]),
  }));
  const find = (keysOf: (rules: Intl.PluralRules) => readonly string[]): string => {
    for (const { rules, texts } of levels)
      for (const key of keysOf(rules)) {
        const text = texts.get(key);
        if (text !== undefined) return text;
      }
    return '';
  };
  return {
    language,
    words: pageWords(
      (key) => find(() => [key]),
      (key, count) =>
        find((rules) => [`${key}_${rules.select(count)}`, `${key}_other`]).replaceAll(
          /\{\{\s*count\s*\}\}/g,
          String(count),
        ),
    ),
  };
}

function fileOf(language: string): Texts | undefined {
  const locale = LOCALES.find((one) => one === language);
  return locale === undefined ? undefined : VISIT_WORDS[locale];
}

function textsOf(file: Readonly<Record<string, string>>, locale: Locale): Texts {
  const { opening, open } = JUMP_WORDS[locale];
  return new Map([...Object.entries(file), ['visit.opening', opening], ['visit.open', open]]);
}

function chooseAmong({ byTag, standard }: KnownLanguages, header: string | null): PageLanguage {
  if (header === null) return standard;
  let best: { language: PageLanguage; quality: number } | undefined;
  for (const entry of header.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const language = byTag.get(tag) ?? byTag.get(tag.split('-')[0] as string);
    if (language === undefined) continue;
    const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0);
    if (quality > 0 && (best === undefined || quality > best.quality)) best = { language, quality };
  }
  return best?.language ?? standard;
}
