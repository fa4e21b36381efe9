import { createHash } from 'node:crypto';
import { DARK_BACKGROUND, LOCALE_NAMES, LOCALES, type Locale, PRIMARY_COLOUR } from '@waypost/contract';
import { PUBLIC_PAGE_PREFIX, type PublicPage } from '@waypost/sdk';
import { chooseLanguage } from '../services/locale/choose-locale.ts';
import type { PublicPageReader } from '../services/public-pages/public-pages.ts';
import { escapeHtml, hashSource, type PageLanguages } from '../visit/index.ts';

const PATH = /^([a-z0-9-]{1,63}(?:\/[a-z0-9-]{1,63})?)(?:\/([0-9a-f]{32})\.png)?$/;
const PICTURE = /<img data-picture="([0-9a-f]{32})"/g;

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.7 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif;background:#f7f8fa;color:#1d2129}main{box-sizing:border-box;max-width:46rem;margin:0 auto;padding:2rem 1.5rem;background:#fff;border-top:4px solid ${PRIMARY_COLOUR};min-height:100vh;overflow-wrap:anywhere}h1{margin:0 0 1.5rem;font-size:1.75rem;line-height:1.25}h2{margin:2rem 0 .5rem;font-size:1.3rem;line-height:1.35}h3,h4{margin:1.5rem 0 .5rem;font-size:1.1rem}p,ul,ol{margin:0 0 1rem}li>p{margin:0}blockquote{margin:0 0 1rem;padding-inline-start:1rem;border-inline-start:3px solid #c9cdd4}hr{margin:2rem 0;border:0;border-top:1px solid #c9cdd4}img{display:block;max-width:100%;height:auto;margin:0 0 1rem;border-radius:8px}a{color:#6b4e00}.gallery{display:flex;gap:.75rem;align-items:center;overflow-x:auto;scroll-snap-type:x mandatory;margin:0 0 1.5rem}.gallery img{flex:0 0 auto;max-height:min(26rem,60vh);margin:0;scroll-snap-align:start}.lead{margin:0 0 .25rem;font-size:1.5rem;line-height:1.4;font-weight:600;font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.5rem 1.25rem;margin:0 0 1rem}dt,th{color:#4e5969;font-weight:400}dd{margin:0}table{width:100%;margin:0 0 1rem;border-collapse:collapse}th,td{padding:.6rem 0;border-bottom:1px solid #e5e6eb;text-align:start;vertical-align:top}th~th,td~td{padding-inline-start:1rem;text-align:end;font-variant-numeric:tabular-nums}.bad{color:#b42318;font-weight:600}.text{white-space:pre-line}.button{display:inline-block;box-sizing:border-box;padding:.7rem 1.5rem;border-radius:8px;background:${PRIMARY_COLOUR};color:#241a00;font-weight:600;text-align:center;text-decoration:none}@media(max-width:799px){.button{display:block}}nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:2.5rem;padding-top:1rem;border-top:1px solid #e5e6eb;font-size:.875rem}nav a,nav span{padding:.6rem 0}@media(min-width:800px){main{min-height:0;margin:2rem auto;padding:3rem;border-radius:12px}}@media(prefers-color-scheme:dark){body{background:${DARK_BACKGROUND};color:#f2f3f5}main{background:#232324}a{color:${PRIMARY_COLOUR}}.bad{color:#ff9a92}blockquote,hr{border-color:#4e4e4f}nav,th,td{border-color:#3a3a3b}dt,th{color:#c9cdd4}a.button{color:#241a00}}`;

/**
 * The box of what people write: an origin of its own (`sandbox` without `allow-same-origin`), in which nothing runs, nothing is
 * sent and nothing is loaded but pictures of this host, and that no page frames.
 */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `sandbox; default-src 'none'; img-src 'self'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-cache',
  vary: 'accept-language',
};
/** The box has no origin, so that what it shows cannot be told to be of the same one. */
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'image/png',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  // What a picture's name stands for never changes; whether the page is still there may.
  'cache-control': 'no-cache',
};

const REFUSED = { none: 'unknown', away: 'unavailable' } as const;

/** Answers `GET /page/…`. */
export type PublicPageHandler = (request: Request, path: string) => Promise<Response>;

/**
 * Texts that operators have put at a public address, for whoever comes: in the language that the browser asks for, or `?locale=`, of
 * those that texts are written in; the words around them in any that is offered.
 * @param options.title what the installation is called
 * @param options.refuse says that there is no such page, or that it cannot be read now
 */
export function createPublicPageHandler(options: {
  pages: PublicPageReader;
  title(): string;
  /** The languages of visitors, and the one for whoever asks for none that texts are written in. */
  languages: PageLanguages;
  standard(): Locale;
  refuse(kind: 'unknown' | 'unavailable', request: Request): Response;
}): PublicPageHandler {
  const { pages } = options;
  return async (request, path) => {
    const [, address, picture] = PATH.exec(path.slice(PUBLIC_PAGE_PREFIX.length)) ?? [];
    if (address === undefined) return options.refuse('unknown', request);
    if (picture !== undefined) {
      const png = await pages.picture(address, picture);
      if (typeof png === 'string') return options.refuse(REFUSED[png], request);
      return answer(request, new Uint8Array(png.found), PICTURE_HEADERS, picture);
    }
    const query = new URL(request.url).searchParams.get('locale');
    const accepted = request.headers.get('accept-language');
    const written = { codes: LOCALES, hidden: new Set<string>(), standard: options.standard() };
    const { locale } = chooseLanguage(query, accepted, written);
    const page = await pages.page(address, locale);
    if (typeof page === 'string') return options.refuse(REFUSED[page], request);
    const html = document({
      ...page.found,
      address,
      site: options.title(),
      languagesLabel: options.languages.choose(query ?? accepted).words.languages,
    });
    const headers = { ...PAGE_HEADERS, 'content-language': page.found.locale };
    return answer(request, html, headers, createHash('sha256').update(html).digest('hex').slice(0, 16));
  };
}

function answer(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  own: Readonly<Record<string, string>>,
  hash: string,
): Response {
  const headers = { ...own, etag: `"${hash}"` };
  if (request.headers.get('if-none-match') === headers.etag)
    return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

function document(page: PublicPage & { address: string; site: string; languagesLabel: string }): string {
  const { title, html, address, locale, locales, site, languagesLabel } = page;
  const place = `${PUBLIC_PAGE_PREFIX}${address}`;
  const body = html.replace(PICTURE, (_tag, picture) => `<img src="${place}/${picture}.png"`);
  const languages = locales
    .map((each) =>
      each === locale
        ? `<span lang="${each}" aria-current="true">${LOCALE_NAMES[each]}</span>`
        : `<a lang="${each}" hreflang="${each}" href="${place}?locale=${each}">${LOCALE_NAMES[each]}</a>`,
    )
    .join('');
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(`${title} · ${site}`)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><article>${body}</article>${locales.length < 2 ? '' : `<nav aria-label="${escapeHtml(languagesLabel)}">${languages}</nav>`}</main></body></html>`;
}
