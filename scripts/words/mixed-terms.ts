/** What is not read as words of ours: code, and where a link leads. */
const NOT_READ = /`[^`]*`|\]\([^)]*\)/g;
const SIGN_IN = /\bsign(?:s|ed|ing)?[ -](?:in|out)\b/gi;

/** Places in an English text that call logging in something else than all others do; identifiers in code may. */
export function mixedTerms(text: string): string[] {
  return [...text.replace(NOT_READ, '').matchAll(SIGN_IN)].map(
    ([found]) => `“${found}” is “log in” (verb) or “login” everywhere that people read`,
  );
}

/** What people read wrong or not at all: word for word from another language, or a name that the thing has no more. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'en-US':
    /\bstands (?:here|in it)\b|\bWhoever\b|\ban own\b|\beverybody's\b|telephone|Fill this in|The form of this|\bSuperior\b|\bRemarks?\b|takes the password alone/g,
  'zh-CN': /内码分组|你|余额账单|转发查询参数|试一次访问|外部来源/g,
  'sw-KE': /Ankara ya salio|Yanahitaji mtu|Inaweza kupungua/g,
};

/** Texts of a language that were retired and are here again. */
export const retiredTexts = (locale: string, text: string): string[] =>
  [...text.matchAll(RETIRED[locale] ?? /(?!)/g)].map(([found]) => `“${found}” in ${locale} was given up`);
