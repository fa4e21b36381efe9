/** Scripts that names are written in all over the world (Unicode Standard Annex 31, table 5, recommended). */
const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thaana', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao'],
  ...['Tibetan', 'Myanmar', 'Georgian', 'Hangul', 'Ethiopic', 'Khmer', 'Hiragana', 'Katakana', 'Bopomofo'],
  'Han',
].map((name) => ({ name, of: new RegExp(`\\p{Script_Extensions=${name}}`, 'u') }));
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Scripts that people write side by side (Unicode Technical Standard 39, 5.2, "highly restrictive"). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/**
 * Whether a label is written in scripts that do not belong together, such as `аpple` with a Cyrillic а: it is taken for
 * another name by everybody who reads it.
 */
export function isMixed(label: string): boolean {
  let possible = [...SCRIPTS.map(({ name }) => [name]), ...TOGETHER];
  for (const letter of label.normalize('NFC')) {
    if (COMMON.test(letter)) continue;
    const own = new Set(SCRIPTS.filter(({ of }) => of.test(letter)).map(({ name }) => name));
    possible = possible.filter((scripts) => scripts.some((script) => own.has(script)));
  }
  return possible.length === 0;
}
