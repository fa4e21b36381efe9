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
 * A placeholder in a script stands alone within quotes of its own, and its value is escaped letter by letter.
 */
export function scriptContext(before: string, after: string): PlaceContext {
  const quote = before.at(-1);
  const isQuoted = (quote === '"' || quote === "'") && after[0] === quote;
  return isQuoted && !endsWithinText(before.slice(0, -1))
    ? { context: 'script' }
    : { fault: 'script_quotes' };
}

/**
 * Whether the last line of a script breaks off within a text: `setTimeout("go('…')")` is read twice, and what was escaped
 * for the first reading is a name or a word of the language in the second.
 */
function endsWithinText(script: string): boolean {
  const line = script
    .slice(script.lastIndexOf('\n') + 1)
    .replaceAll(/&(?:quot|#0*34|#x0*22);?/gi, '"')
    .replaceAll(/&(?:apos|#0*39|#x0*27);?/gi, "'");
  // A template literal goes over lines.
  if (script.split('`').length % 2 === 0) return true;
  let open: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string;
    if (open !== undefined && letter === '\\') at++;
    else if (letter === open) open = undefined;
    else if (open === undefined && /["'`]/.test(letter)) open = letter;
  }
  return open !== undefined;
}
