import { DEFAULT_LOCALE, type Locale } from '@waypost/contract';

// A map: an object would also answer `__proto__` or `constructor`, which any visitor can send.
const LANGUAGES: ReadonlyMap<string, Locale> = new Map([
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
  ['sw', 'sw-KE'],
]);

/** The page language for an Accept-Language header: the first we speak by quality, else the default. */
export function chooseLanguage(header: string | null): Locale {
  if (header === null) return DEFAULT_LOCALE;
  let best: { locale: Locale; quality: number } | undefined;
  for (const entry of header.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const locale = LANGUAGES.get(tag.split('-')[0] as string);
    if (locale === undefined) continue;
    const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0);
    if (quality > 0 && (best === undefined || quality > best.quality)) best = { locale, quality };
  }
  return best?.locale ?? DEFAULT_LOCALE;
}
