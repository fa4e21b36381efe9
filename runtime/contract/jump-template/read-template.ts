import { attributeContext, type PlaceContext, scriptContext } from './attribute-context.ts';
import {
  LEADING_PLACEHOLDERS,
  PLACEHOLDER,
  TEMPLATE_MAX_BYTES,
  TEMPLATE_PLACEHOLDERS,
  type TemplateFault,
  type TemplateFaultKind,
  type TemplatePart,
  type TemplatePlaceholder,
} from './placeholders.ts';
import { lower, readTag, type Tag } from './read-tag.ts';

/** Elements whose content is no markup, with what a placeholder there is; in `title` and `textarea` it is a text. */
const RAW: Readonly<Record<string, 'script' | 'text' | TemplateFaultKind>> = {
  script: 'script',
  title: 'text',
  textarea: 'text',
  style: 'style',
  xmp: 'element',
  iframe: 'element',
  noembed: 'element',
  noframes: 'element',
};
/** What makes browsers read what follows by other rules. */
const UNSURE: ReadonlySet<string> = new Set([
  'math',
  'template',
  'plaintext',
  'frameset',
  'foreignobject',
  'desc',
]);
/** Inside of these, elements with content of their own are read differently or left out. */
const OTHER_RULES: ReadonlySet<string> = new Set(['svg', 'select']);

const CONTROL = /[^\P{Cc}\t\n\r]/u;
const LETTER = /[A-Za-z]/;
const REFERENCE = /&[#A-Za-z0-9]*$/;
const NAMES: ReadonlySet<string> = new Set(TEMPLATE_PLACEHOLDERS);

interface Place {
  start: number;
  end: number;
  name: TemplatePlaceholder;
}

/** A template that was read: its parts in their order, or the first thing that is wrong with it. */
export type ReadTemplate = { parts: readonly TemplatePart[] } | { fault: TemplateFault };

/**
 * Reads what people have written for a jump type as browsers would, and says how each placeholder is filled in. Refuses what
 * browsers read in more than one way, so that a value is never anything but a value.
 */
export function readTemplate(html: string): ReadTemplate {
  try {
    return { parts: read(html) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const line = html.slice(0, error.at).split('\n').length;
    return { fault: { kind: error.kind, line, name: error.subject } };
  }
}

class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly kind: TemplateFaultKind,
    readonly at: number,
    readonly subject = '',
  ) {
    super(kind);
  }
}

function read(html: string): readonly TemplatePart[] {
  if (new TextEncoder().encode(html).length > TEMPLATE_MAX_BYTES) throw new Refused('size', 0);
  const control = html.search(CONTROL);
  if (control >= 0 || !html.isWellFormed()) throw new Refused('character', Math.max(control, 0));
  const places = placesIn(html);
  if (!places.some(({ name }) => LEADING_PLACEHOLDERS.includes(name))) throw new Refused('no_target', 0);
  const parts: TemplatePart[] = [];
  let written = 0;
  const settle = (place: Place, found: PlaceContext, subject = place.name as string): void => {
    if ('fault' in found) throw new Refused(found.fault, place.start, subject);
    if (place.start > written) parts.push(html.slice(written, place.start));
    parts.push({ placeholder: place.name, context: found.context });
    written = place.end;
  };
  walk(html, places, settle);
  if (written < html.length) parts.push(html.slice(written));
  return parts;
}

function placesIn(html: string): Place[] {
  return [...html.matchAll(PLACEHOLDER)].map((found) => {
    const name = found[1] as string;
    if (!NAMES.has(name)) throw new Refused('unknown', found.index, name);
    return { start: found.index, end: found.index + found[0].length, name: name as TemplatePlaceholder };
  });
}

type Settle = (place: Place, found: PlaceContext, subject?: string) => void;

/** Goes over the markup from its beginning to its end and settles each place where it stands. */
function walk(html: string, places: readonly Place[], settle: Settle): void {
  const within = (start: number, end: number) =>
    places.filter((place) => place.start >= start && place.start < end);
  const depth = { svg: 0, select: 0 };
  /** Where a browser with scripts on takes a `noscript` to end. */
  let blindEnd = -1;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open < 0 ? html.length : open;
    for (const place of within(at, textEnd)) settle(place, textContext(html, place, depth));
    if (open < 0) break;
    if (blindEnd >= 0 && open > blindEnd) throw new Refused('unsure', blindEnd, 'noscript');
    const next = html[open + 1] ?? '';
    const isEnd = next === '/';
    if (!LETTER.test(isEnd ? (html[open + 2] ?? '') : next)) {
      at = afterNoTag(html, open, within);
      continue;
    }
    const tag = readTag(html, open);
    if (tag === undefined) throw new Refused('unfinished', open, lower(html.slice(open, open + 12)));
    settleTag(html, tag, within(open, tag.end), settle);
    at = tag.end;
    if (tag.name === 'noscript') blindEnd = noscriptEnd(html, tag, open, blindEnd);
    else if (blindEnd >= 0 && tag.end > blindEnd) throw new Refused('unsure', open, 'noscript');
    if (OTHER_RULES.has(tag.name)) {
      const name = tag.name as keyof typeof depth;
      // An element that ends with its own beginning is not known to every parser.
      if (tag.isSelfClosing) throw new Refused('unsure', open, tag.name);
      depth[name] = isEnd ? Math.max(0, depth[name] - 1) : depth[name] + 1;
    }
    if (isEnd) continue;
    const isAmongOthers = depth.svg + depth.select > 0;
    if (UNSURE.has(tag.name) || (isAmongOthers && (tag.name in RAW || tag.name === 'noscript')))
      throw new Refused('unsure', open, tag.name);
    const raw = RAW[tag.name];
    if (raw !== undefined) at = afterRaw(html, { tag, raw, blindEnd }, within, settle);
  }
  if (blindEnd >= 0) throw new Refused('unfinished', html.length, 'noscript');
  const left = depth.svg > 0 ? 'svg' : depth.select > 0 ? 'select' : undefined;
  if (left !== undefined) throw new Refused('unfinished', html.length, left);
}

function textContext(
  html: string,
  { start, name }: Place,
  depth: { svg: number; select: number },
): PlaceContext {
  const before = html.slice(Math.max(0, start - 40), start);
  if (before.endsWith('<') || REFERENCE.test(before)) return { fault: 'behind' };
  if (name !== 'jump') return { context: 'text' };
  return depth.svg + depth.select > 0 ? { fault: 'jump_place' } : { context: 'markup' };
}

/** Behind a `<` that begins no tag: a comment of whatever kind, or nothing but the sign. */
function afterNoTag(html: string, open: number, within: (start: number, end: number) => Place[]): number {
  const next = html[open + 1] ?? '';
  if (next !== '!' && next !== '?' && next !== '/') return open + 1;
  if (html.startsWith('<![', open)) throw new Refused('unsure', open, '<![');
  const isComment = html.startsWith('<!--', open);
  const end = isComment ? commentEnd(html, open) : html.indexOf('>', open) + 1;
  if (end <= 0) throw new Refused('unfinished', open, html.slice(open, open + 4));
  const [place] = within(open, end);
  if (place !== undefined) throw new Refused('comment', place.start, place.name);
  return end;
}

/** A comment may end with its very beginning: `<!-->`. */
function commentEnd(html: string, open: number): number {
  const found = /--!?>/g;
  found.lastIndex = open + 2;
  const end = found.exec(html);
  return end === null ? 0 : end.index + end[0].length;
}

function settleTag(html: string, tag: Tag, places: readonly Place[], settle: Settle): void {
  for (const place of places) {
    const attribute = tag.attributes.find(({ start, end }) => place.start >= start && place.end <= end);
    if (attribute === undefined || tag.isEnd) throw new Refused('tag', place.start, place.name);
    if (attribute.quote === '') throw new Refused('unquoted', place.start, attribute.name);
    const before = html.slice(attribute.start, place.start);
    if (REFERENCE.test(before)) throw new Refused('behind', place.start, place.name);
    const found = attributeContext({
      element: tag.name,
      attribute: attribute.name,
      isRefresh: tag.name === 'meta' && tag.attributes.some(({ name }) => name === 'http-equiv'),
      placeholder: place.name,
      before,
      after: html.slice(place.end, attribute.end),
    });
    settle(place, found, 'fault' in found && found.fault === 'attribute' ? attribute.name : place.name);
  }
}

/** Where the `noscript` that is open ends for a browser with scripts on; -1 when none is open any more. */
function noscriptEnd(html: string, tag: Tag, open: number, blindEnd: number): number {
  if (tag.isEnd) {
    if (blindEnd >= 0 && blindEnd !== open) throw new Refused('unsure', open, 'noscript');
    return -1;
  }
  if (blindEnd >= 0) throw new Refused('unsure', open, 'noscript');
  const end = endTagAt(html, 'noscript', tag.end);
  if (end < 0) throw new Refused('unfinished', open, 'noscript');
  return end;
}

/** Settles what stands in an element whose content is no markup. */
function afterRaw(
  html: string,
  { tag, raw, blindEnd }: { tag: Tag; raw: (typeof RAW)[string]; blindEnd: number },
  within: (start: number, end: number) => Place[],
  settle: Settle,
): number {
  const end = endTagAt(html, tag.name, tag.end);
  if (end < 0) throw new Refused('unfinished', tag.end, tag.name);
  if (blindEnd >= 0 && end > blindEnd) throw new Refused('unsure', tag.end, 'noscript');
  if (raw === 'script') {
    const comment = html.slice(tag.end, end).indexOf('<!--');
    if (comment >= 0) throw new Refused('script_comment', tag.end + comment, '<!--');
  }
  for (const place of within(tag.end, end)) {
    if (place.name === 'jump') throw new Refused('jump_place', place.start, place.name);
    if (raw === 'script')
      settle(place, scriptContext(html.slice(tag.end, place.start), html.slice(place.end, end)));
    else if (raw === 'text') settle(place, textContext(html, place, { svg: 0, select: 0 }));
    else settle(place, { fault: raw }, tag.name);
  }
  return end;
}

function endTagAt(html: string, name: string, from: number): number {
  const found = new RegExp(`</${name}[\\t\\n\\r />]`, 'gi');
  found.lastIndex = from;
  return found.exec(html)?.index ?? -1;
}
