const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] as string;

/** Of the offered languages the one that a browser asks for first (`navigator.languages`); undefined: for none of them. */
export function preferredLanguage<T extends string>(
  wishes: readonly string[],
  offered: readonly T[],
): T | undefined {
  for (const wish of wishes) {
    const exact = offered.find((code) => code.toLowerCase() === wish.toLowerCase());
    const found = exact ?? offered.find((code) => languageOf(code) === languageOf(wish));
    if (found !== undefined) return found;
  }
  return undefined;
}
