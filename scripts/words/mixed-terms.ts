/** What is not read as words of ours: code, and where a link leads. */
const NOT_READ = /`[^`]*`|\]\([^)]*\)/g;
const SIGN_IN = /\bsign(?:s|ed|ing)?[ -](?:in|out)\b/gi;

/** Places in an English text that call logging in something else than all others do; identifiers in code may. */
export function mixedTerms(text: string): string[] {
  return [...text.replace(NOT_READ, '').matchAll(SIGN_IN)].map(
    ([found]) => `“${found}” is “log in” (verb) or “login” everywhere that people read`,
  );
}
