import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract';

/** The language of an answer. */
export interface ChosenLanguage {
  /** What was asked for, as far as it is offered. */
  language: string;
  /** The language with all words that stands in for what `language` lacks; mostly the same one. */
  locale: Locale;
}

/** Languages that answers may be in. */
export interface OfferedLanguages {
  /** In the order in which one is taken for another of the same tongue: `en-GB` gets the first that begins with `en`. */
  codes: readonly string[];
  /** Known and not offered: whoever asks for one is answered in the default. */
  hidden: ReadonlySet<string>;
  /** Has all words. */
  standard: Locale;
}

/** Until an operator has said otherwise. */
export const ALL_OFFERED: OfferedLanguages = {
  codes: LOCALES,
  hidden: new Set(),
  standard: DEFAULT_LOCALE,
};

/** The language that all words are there in, for one that may lack some. */
export function standIn(language: string, standard: Locale): Locale {
  return LOCALES.find((locale) => locale === language) ?? standard;
}

/**
 * The language of an answer: `?locale=`, else the best of Accept-Language (RFC 9110, 12.5.4), else the default.
 * @param query value of `?locale=`, null when absent
 */
export function chooseLanguage(
  query: string | null,
  acceptLanguage: string | null,
  offered: OfferedLanguages = ALL_OFFERED,
): ChosenLanguage {
  const language = find(query, acceptLanguage, offered);
  return { language, locale: standIn(language, offered.standard) };
}

function find(query: string | null, acceptLanguage: string | null, offered: OfferedLanguages): string {
  const asked = query === null ? undefined : match(query, offered);
  if (asked !== undefined) return asked;
  if (query !== null && offered.hidden.has(query.trim().toLowerCase())) return offered.standard;
  let best: { language: string; weight: number } | undefined;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const language = match(tag, offered);
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (language !== undefined && weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? offered.standard;
}

function match(tag: string, { codes }: OfferedLanguages): string | undefined {
  const wanted = tag.trim().toLowerCase();
  const tongue = wanted.split('-')[0] ?? '';
  return (
    codes.find((code) => code.toLowerCase() === wanted) ??
    codes.find((code) => code.toLowerCase().split('-')[0] === tongue)
  );
}
