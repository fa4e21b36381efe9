/** A word that a page asks for by its whole key. */
const ASKED = /\bwords\(\s*'([a-z_]+\.[\w.]+)'/g;

/** Keys that a page's source asks for and that are not among its words: their key would be shown in their place. */
export function missingWords(source: string, known: ReadonlySet<string>): string[] {
  return [...source.matchAll(ASKED)].flatMap(([, key = '']) => (known.has(key) ? [] : [key]));
}
