/**
 * The source of a pattern that finds a text as it is, in every engine that a store has: `RegExp.escape` writes the wide blank
 * of Chinese keyboards as `\u3000`, which that of MongoDB (PCRE2) refuses.
 */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A pattern that finds any of these texts as they are, capital letters or not. */
export const anyLiteral = (texts: readonly string[]): RegExp =>
  new RegExp(texts.map(literalPattern).join('|'), 'i');
