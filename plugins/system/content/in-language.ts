import { DEFAULT_LOCALE, type Locale } from '@waypost/contract';

/** What stands behind the name of a field that is written in each language; the default language has the plain name. */
export const LANGUAGE_SUFFIX = {
  'zh-CN': '',
  'en-US': '_en_us',
  'sw-KE': '_sw_ke',
} as const satisfies Record<Locale, string>;

/** The words of a field for a reader: in their language, or those of the default one where there are none. */
export function inLanguage(row: Readonly<Record<string, unknown>>, name: string, locale: Locale): string {
  const own = row[`${name}${LANGUAGE_SUFFIX[locale]}`];
  const words =
    typeof own === 'string' && own !== '' ? own : row[`${name}${LANGUAGE_SUFFIX[DEFAULT_LOCALE]}`];
  return typeof words === 'string' ? words : '';
}
