/** What is filled into a page that people have written for jump types 1-5. */
export const TEMPLATE_PLACEHOLDERS = [
  /** Where the visitor is led. */
  'target',
  /** The built-in way of the jump type: what it would do on the built-in page. */
  'jump',
  /** Name of the code; of one that was published without it, its short code. */
  'name',
  /** Heading and link of the built-in page, in the visitor's language. */
  'title',
  'open',
  'code',
  /** The visitor's language, `zh-CN`, `en-US` or `sw-KE`. */
  'language',
] as const;
export type TemplatePlaceholder = (typeof TEMPLATE_PLACEHOLDERS)[number];

/** One of these must stand in a template, or visitors get nowhere. */
export const LEADING_PLACEHOLDERS: readonly TemplatePlaceholder[] = ['target', 'jump'];

/** Largest template, bytes of UTF-8: each visit of the jump type is answered with it. */
export const TEMPLATE_MAX_BYTES = 65_536;

/**
 * Where a placeholder stands, which says how its value is written there:
 * `markup` the built-in jump in the place of an element; `text` in the text or a quoted attribute of an element; `address` at
 * the beginning of an attribute that leads somewhere; `query` further back in one; `script` alone within its quotes in a script.
 */
export type TemplateContext = 'markup' | 'text' | 'address' | 'query' | 'script';

export interface FilledPlace {
  placeholder: TemplatePlaceholder;
  context: TemplateContext;
}
/** Text as it was written, or a place that is filled in. */
export type TemplatePart = string | FilledPlace;

/** Why a template is refused. */
export const TEMPLATE_FAULTS = [
  'unknown',
  'no_target',
  'tag',
  'behind',
  'unquoted',
  'attribute',
  'element',
  'address_begin',
  'address_host',
  'script_quotes',
  'script_comment',
  'comment',
  'style',
  'jump_place',
  'character',
  'unfinished',
  'unsure',
  'size',
] as const;
export type TemplateFaultKind = (typeof TEMPLATE_FAULTS)[number];

export interface TemplateFault {
  kind: TemplateFaultKind;
  /** Counted from 1. */
  line: number;
  /** What stands there: a placeholder, an attribute or an element. */
  name: string;
}

/** `{{name}}`, with blanks inside the braces where people like them. */
export const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;
