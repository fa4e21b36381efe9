import { createHash } from 'node:crypto';
import { DARK_BACKGROUND, PRIMARY_COLOUR } from '@waypost/contract';

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;background:#f7f8fa;color:#1d2129}main{flex:0 1 26rem;min-width:0;margin:1.5rem;padding:2rem;border-radius:12px;background:#fff;border-top:4px solid ${PRIMARY_COLOUR};overflow-wrap:anywhere}h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.3}p{margin:0 0 1rem}dl{margin:0 0 1rem}dt{font-size:.875rem;opacity:.75}dd{margin:0 0 .5rem;white-space:pre-line}main>:last-child{margin-bottom:0}img{display:block;width:100%;height:auto;margin:0 0 1rem;border-radius:8px}header{display:flex;gap:.625rem;align-items:center;margin:0 0 1.25rem;font-weight:600}header img{flex:none;width:auto;max-width:10rem;height:2rem;margin:0;border-radius:4px;object-fit:contain}.wide img{max-height:max(60vh,100vh - 15rem);object-fit:contain}.wide{flex:1;max-width:40rem;margin:1rem;padding:1rem}.button{display:block;padding:.75rem 1rem;border-radius:8px;background:${PRIMARY_COLOUR};color:#241a00;text-align:center;text-decoration:none;font-weight:600}a{color:#6b4e00}label{display:block;margin:0 0 .25rem;font-size:.875rem}input{box-sizing:border-box;width:100%;margin:0 0 1rem;padding:.75rem;border:1px solid #86909c;border-radius:8px;background:transparent;color:inherit;font:inherit}button.button{width:100%;border:0;font:inherit;font-weight:600;cursor:pointer}.fault{color:#b42318}footer{font-size:.875rem}@media(prefers-color-scheme:dark){body{background:${DARK_BACKGROUND};color:#f2f3f5}main{background:#232324}a{color:${PRIMARY_COLOUR}}a.button{color:#241a00}.fault{color:#ff9d8f}}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for HTML content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** The Content-Security-Policy source that allows exactly this inline script or style. */
export function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

const STYLE_SOURCE = hashSource(STYLE);

/**
 * The policy of a visitor page: nothing is loaded, framed or sent; one inline script at most, pictures of this host, and a
 * form that sends to this host.
 */
export function pagePolicy(
  allowed: { script?: string | undefined; pictures?: true; form?: true } = {},
): string {
  const { script, pictures, form } = allowed;
  const scripts = script === undefined ? '' : ` script-src ${hashSource(script)};`;
  const images = pictures === undefined ? '' : " img-src 'self';";
  return `default-src 'none';${scripts}${images} style-src ${STYLE_SOURCE}; base-uri 'none'; form-action ${form === undefined ? "'none'" : "'self'"}; frame-ancestors 'none'`;
}

/** A complete small HTML document. `head` and `body` are trusted markup; `title` is text. */
export function htmlDocument(page: {
  language: string;
  title: string;
  head?: string;
  body: string;
  isWide?: true;
}): string {
  return `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>${escapeHtml(page.title)}</title><style>${STYLE}</style>${page.head ?? ''}</head><body><main${page.isWide ? ' class="wide"' : ''}>${page.body}</main></body></html>`;
}

/** A page that is filled in for each visit: what stands between the places of values, and which value stands at each. */
export interface PreparedPage {
  texts: readonly string[];
  places: readonly number[];
}

/** Stands in the markup of `preparePage` for a value by its number, 0 to 7: a sign that no text of ours has. */
export const placeOf = (value: number): string => String.fromCharCode(value);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of `placeOf`
const PLACES = /([\u0000-\u0007])/;

export function preparePage(html: string): PreparedPage {
  const parts = html.split(PLACES);
  return {
    texts: parts.filter((_, at) => at % 2 === 0),
    places: parts.filter((_, at) => at % 2 === 1).map((sign) => sign.charCodeAt(0)),
  };
}

/** Makes a page at its first use and keeps it as long as there is what it was made of. */
export function preparedBy<Key extends object, Kind, Page>(
  prepare: (key: Key, kind: Kind) => Page,
): (key: Key, kind: Kind) => Page {
  const known = new WeakMap<Key, Map<Kind, Page>>();
  return (key, kind) => {
    const pages = known.get(key) ?? new Map<Kind, Page>();
    if (pages.size === 0) known.set(key, pages);
    const page = pages.get(kind) ?? prepare(key, kind);
    pages.set(kind, page);
    return page;
  };
}

/** `values`: markup, made safe for where it stands. */
export function fillPage({ texts, places }: PreparedPage, values: readonly string[]): string {
  let page = texts[0] as string;
  for (let at = 0; at < places.length; at++)
    page += (values[places[at] as number] as string) + (texts[at + 1] as string);
  return page;
}
