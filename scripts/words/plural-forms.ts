/** A key and, where it is one form of a plural, which: `list.selected_one` → `list.selected`, `one`. */
export function splitForm(key: string): { base: string; form: string | undefined } {
  const match = /^(.+)_(zero|one|two|few|many|other)$/.exec(key);
  return match ? { base: match[1] as string, form: match[2] } : { base: key, form: undefined };
}

/** Plural forms that a language has, as i18next asks for them. */
export function formsOf(locale: string): string[] {
  return [...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort();
}

/** What is wrong with the plurals of one language: a form that it has and the words lack, or the other way round. */
export function pluralFaults(locale: string, keys: Iterable<string>): string[] {
  const found = new Map<string, Set<string>>();
  for (const key of keys) {
    const { base, form } = splitForm(key);
    if (form !== undefined) found.set(base, (found.get(base) ?? new Set()).add(form));
  }
  const wanted = formsOf(locale);
  return (
    [...found]
      // `x_other` alone may be a word that ends so: a plural has its forms in at least one language.
      .filter(([, forms]) => forms.has('other'))
      .flatMap(([base, forms]) => [
        ...wanted.filter((form) => !forms.has(form)).map((form) => `${base}_${form} is missing in ${locale}`),
        ...[...forms]
          .filter((form) => !wanted.includes(form))
          .map((form) => `${base}_${form} is no form of ${locale}`),
      ])
  );
}
