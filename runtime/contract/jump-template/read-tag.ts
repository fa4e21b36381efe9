/** Blanks as HTML has them; a template has no form feed. */
const BLANK = /[\t\n\r ]/;
const NAME_END = /[\t\n\r />]/;
const ATTRIBUTE_END = /[\t\n\r />=]/;

export interface TagAttribute {
  name: string;
  /** Where the value starts and ends, quotes left out; `quote` is empty where there are none. */
  start: number;
  end: number;
  quote: '' | '"' | "'";
}

export interface Tag {
  name: string;
  isEnd: boolean;
  isSelfClosing: boolean;
  attributes: readonly TagAttribute[];
  /** Behind the `>`. */
  end: number;
}

/** HTML knows no letters but those of ASCII. */
export const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Reads a tag that begins at `at`, as browsers do (WHATWG HTML, "Tokenization"); undefined when it does not end. */
export function readTag(html: string, at: number): Tag | undefined {
  const isEnd = html[at + 1] === '/';
  let next = endOf(html, isEnd ? at + 2 : at + 1, NAME_END);
  const name = lower(html.slice(isEnd ? at + 2 : at + 1, next));
  const attributes: TagAttribute[] = [];
  while (next < html.length) {
    const sign = html[next] as string;
    if (sign === '>') {
      const isSelfClosing = html[next - 1] === '/' && attributes.at(-1)?.end !== next;
      return { name, isEnd, isSelfClosing, attributes, end: next + 1 };
    }
    if (sign === '/' || BLANK.test(sign)) {
      next++;
      continue;
    }
    const attribute = readAttribute(html, next);
    if (attribute === undefined) return undefined;
    attributes.push(attribute);
    next = attribute.end + attribute.quote.length;
  }
  return undefined;
}

function readAttribute(html: string, at: number): TagAttribute | undefined {
  // An equals sign at the beginning is part of the name.
  const nameEnd = endOf(html, at + 1, ATTRIBUTE_END);
  const name = lower(html.slice(at, nameEnd));
  let next = afterBlanks(html, nameEnd);
  if (html[next] !== '=') return { name, start: nameEnd, end: nameEnd, quote: '' };
  next = afterBlanks(html, next + 1);
  const quote = html[next];
  if (quote !== '"' && quote !== "'") return { name, start: next, end: unquotedEnd(html, next), quote: '' };
  const end = html.indexOf(quote, next + 1);
  return end < 0 ? undefined : { name, start: next + 1, end, quote };
}

const unquotedEnd = (html: string, at: number): number => endOf(html, at, /[\t\n\r >]/);

function endOf(html: string, at: number, sign: RegExp): number {
  let end = at;
  while (end < html.length && !sign.test(html[end] as string)) end++;
  return end;
}

function afterBlanks(html: string, at: number): number {
  let next = at;
  while (next < html.length && BLANK.test(html[next] as string)) next++;
  return next;
}
