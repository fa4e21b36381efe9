/** Longest language tag that is looked at. */
export const LANGUAGE_MAX_LENGTH = 35;

/** Where the first language of an Accept-Language header ends. */
export function languageEnd(header: string): number {
  const most = Math.min(header.length, LANGUAGE_MAX_LENGTH);
  for (let at = 0; at < most; at++) {
    const letter = header.charCodeAt(at);
    // Neither a letter, a digit nor a hyphen.
    if (
      !(
        letter === 45 ||
        (letter >= 48 && letter <= 57) ||
        (letter >= 65 && letter <= 90) ||
        (letter >= 97 && letter <= 122)
      )
    )
      return at;
  }
  return most;
}

/** The language and, where it is told, the country of a tag: `zh-Hans-CN` → `zh-CN`. Empty for what is no tag. */
export function languageOf(tag: string): string {
  try {
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return '';
  }
}
