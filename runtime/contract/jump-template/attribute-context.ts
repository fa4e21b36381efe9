import type { TemplateContext, TemplateFaultKind, TemplatePlaceholder } from './placeholders.ts';

/** Attributes that are read by people, programs of the page, or nobody: no value of theirs is carried out. */
const TEXTS =
  /^(?:title|alt|value|placeholder|content|label|lang|id|class|name|for|aria-[a-z]+|data-[a-z0-9-]+)$/;
/** Attributes that lead somewhere, on the elements where nothing that is loaded becomes part of the page. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  href: ['a', 'area'],
  src: ['img', 'iframe'],
  action: ['form'],
  formaction: ['button', 'input'],
};
/** What may stand before a value within an address: host and scheme are settled by then. */
const SETTLED = /^(?:https?:\/\/[A-Za-z0-9.-]+(?::\d+)?[/?#]|mailto:|[?#]|\/(?:[A-Za-z0-9_.~-]|$))/i;

/** What leads to an address after seconds. */
const REFRESH = /^\s*\d+\s*;\s*url=$/i;

export type PlaceContext = { context: TemplateContext } | { fault: TemplateFaultKind };

/**
 * How a placeholder in a quoted attribute is written. `before` and `after`: what stands around it in the value, with
 * placeholders before it as they were written.
 */
export function attributeContext(place: {
  element: string;
  attribute: string;
  /** Of a `meta` that tells the browser to do something. */
  isRefresh: boolean;
  placeholder: TemplatePlaceholder;
  before: string;
  after: string;
}): PlaceContext {
  const { element, attribute, placeholder, before, after } = place;
  if (placeholder === 'jump') return { fault: 'jump_place' };
  if (attribute.startsWith('on')) return scriptContext(before, after);
  if (attribute === 'style') return { fault: 'style' };
  if (place.isRefresh)
    return placeholder === 'target' && REFRESH.test(before) && after === ''
      ? { context: 'address' }
      : { fault: 'attribute' };
  if (TEXTS.test(attribute)) return { context: 'text' };
  if (ADDRESSES[attribute]?.includes(element) !== true) return { fault: 'attribute' };
  if (before === '') return placeholder === 'target' ? { context: 'address' } : { fault: 'address_begin' };
  // Behind the target the scheme and the host are the target's.
  if (/^\{\{[ \t]*target[ \t]*\}\}/.test(before) || SETTLED.test(before)) return { context: 'query' };
  return { fault: 'address_host' };
}

/**
 * A placeholder in a script stands alone within quotes, and its value is escaped letter by letter. Should the quote before it
 * end a text rather than begin one, the value is no name and no word of the language: the script does not run at all.
 */
export function scriptContext(before: string, after: string): PlaceContext {
  const quote = before.at(-1);
  const isQuoted = (quote === '"' || quote === "'") && after[0] === quote;
  return isQuoted ? { context: 'script' } : { fault: 'script_quotes' };
}
