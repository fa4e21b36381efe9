import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract';

const byTag = new Map<string, Locale>(LOCALES.map((locale) => [locale.toLowerCase(), locale]));
const byLanguage = new Map<string, Locale>(
  LOCALES.map((locale) => [locale.slice(0, 2).toLowerCase(), locale]),
);

function match(tag: string): Locale | undefined {
  const wanted = tag.trim().toLowerCase();
  return byTag.get(wanted) ?? byLanguage.get(wanted.split('-')[0] ?? '');
}

/**
 * The language of an answer: `?locale=`, else the best of Accept-Language (RFC 9110, 12.5.4), else the default.
 * @param query value of `?locale=`, null when absent
 */
export function chooseLocale(query: string | null, acceptLanguage: string | null): Locale {
  const asked = query === null ? undefined : match(query);
  if (asked !== undefined) return asked;
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const locale = match(tag);
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (locale !== undefined && weight > 0 && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? DEFAULT_LOCALE;
}
