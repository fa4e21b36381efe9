import { z } from 'zod';

/** Longest word, characters; the product's own longest sentence has a third of it. */
export const WORD_MAX_LENGTH = 1_000;

/** What a sentence has to keep of the one that the product brings, whoever translates it. */
export interface WordRule {
  /** Names of the placeholders that have to stand in it: `count` for `{{count}}`. */
  needed: string[];
  /** Those that may: in a form for one thing the number may be left out. */
  allowed: string[];
  /** Its markup, sorted. */
  tags: string[];
  /** Whether it may have several lines. */
  hasLines: boolean;
  /** Blanks that it begins and ends with: it is put together with others. */
  edges: [string, string];
}

export const zWordRule = z.object({
  needed: z.array(z.string()),
  allowed: z.array(z.string()),
  tags: z.array(z.string()),
  hasLines: z.boolean(),
  edges: z.tuple([z.string(), z.string()]),
});

/** Locale key and parameters of what is wrong with a word. */
export interface WordFault {
  message: string;
  params?: Record<string, string | number>;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const TAG = /<\/?[A-Za-z0-9][^<>]*>/g;
/** What `i18next` would look up in the place of the text. */
const NESTING = /\$t\(/;
/** All of Unicode's controls but the end of a line; marks that turn the direction of what follows; the sign for a letter that was lost. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNREADABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/;
/** Forms in which the number may be said by a word, or not at all. */
const FEW_FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two']);

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
const tagsIn = (text: string): string[] => (text.match(TAG) ?? []).sort();
const braced = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/**
 * What a translation has to keep.
 * @param texts the sentence in each language that the product has, the most telling one first; at least one
 * @param plural of a form of a plural which one it is, and the texts of the form for many, whose placeholders may stand here, too
 */
export function wordRuleOf(
  texts: readonly string[],
  plural?: { form: string; many: readonly string[] },
): WordRule {
  const [first = ''] = texts;
  const held = texts.map(namesIn);
  const isLoose = plural !== undefined && FEW_FORMS.has(plural.form);
  return {
    // "One thing is left" may go without what "{{count}} of {{all}} are left" says.
    needed: [...new Set(namesIn(first))]
      .filter((name) => held.every((names) => names.includes(name)) && !(isLoose && name === 'count'))
      .sort(),
    allowed: [...new Set([...held, ...(plural?.many ?? []).map(namesIn)].flat())].sort(),
    tags: tagsIn(first),
    hasLines: texts.some((text) => text.includes('\n')),
    edges: [/^\s*/.exec(first)?.[0] ?? '', first.trim() === '' ? '' : (/\s*$/.exec(first)?.[0] ?? '')],
  };
}

/** The word as it is kept: without blanks that were typed around it, with those that belong to it. */
export function fitWord(text: string, { edges: [before, after] }: Pick<WordRule, 'edges'>): string {
  return `${before}${text.replaceAll(/\r\n?/g, '\n').trim()}${after}`;
}

/** What keeps a text from being a translation; undefined: nothing. It is the same in the form and on the server. */
export function wordFault(given: string, rule: WordRule): WordFault | undefined {
  const text = given.replaceAll(/\r\n?/g, '\n');
  const said = (kind: string, params?: Record<string, string | number>): WordFault => ({
    message: `system.language_word.fault.${kind}`,
    ...(params === undefined ? {} : { params }),
  });
  if (text.trim() === '') return said('empty');
  if (text.length > WORD_MAX_LENGTH) return said('long', { most: WORD_MAX_LENGTH });
  if (UNREADABLE.test(text)) return said('unreadable');
  if (!rule.hasLines && text.trim().includes('\n')) return said('lines');
  const names = new Set(namesIn(text));
  const rest = text.replaceAll(PLACEHOLDER, '');
  const missing = rule.needed.filter((name) => !names.has(name));
  if (missing.length > 0) return said('missing', { names: braced(missing) });
  const foreign = [...names].filter((name) => !rule.allowed.includes(name));
  if (foreign.length > 0) return said('foreign', { names: braced(foreign) });
  if (rest.includes('{{') || rest.includes('}}')) return said('braces');
  if (NESTING.test(text)) return said('nesting');
  const tags = tagsIn(text);
  if (tags.join('\n') !== rule.tags.join('\n'))
    return rule.tags.length === 0 ? said('markup') : said('tags', { tags: rule.tags.join(' ') });
  return undefined;
}
