const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes with a name that stand for no country: unions, unknown ones and what is used for tests. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** ISO 3166 codes of all countries that have a name. */
export const COUNTRY_CODES: readonly string[] = LETTERS.flatMap((first) =>
  LETTERS.map((second) => `${first}${second}`),
).filter((code) => NAMES.of(code) !== undefined && !NO_COUNTRIES.has(code));
