import { ASKED_HINTS } from './asked-hints.ts';
import { escapeHtml } from './document.ts';
import { BUILT_IN_LANGUAGES, type PageOptions } from './page-languages.ts';
import { createPlaceLink } from './place-link.ts';

/**
 * The one way in which HTML that people write is answered, whatever host it stands on. The box has an origin of its own
 * (no `allow-same-origin`, ever): its scripts run and may send the visitor on, and reach neither storage nor cookies nor
 * calls of the host, nor the page that opened it. No other policy stands beside it: what people write may load what it likes.
 */
const WRITTEN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': 'sandbox allow-scripts allow-top-navigation',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-store',
  'accept-ch': ASKED_HINTS,
};

/** Shows a page that people have written, with the way to report it below. `html` as a function is asked where a body is sent. */
export type WrittenPages = (
  html: Buffer | (() => string),
  request: Request,
  headers?: Readonly<Record<string, string>>,
) => Response;

export function createWrittenPages({ reportUrl, languages = BUILT_IN_LANGUAGES }: PageOptions): WrittenPages {
  const reportLink = createPlaceLink(reportUrl);
  return (html, request, own = {}) => {
    const headers = { ...WRITTEN_PAGE_HEADERS, ...own };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { language, words } = languages.choose(request.headers.get('accept-language'));
    const footer = `\n<footer style="padding:1rem;text-align:center;font:14px system-ui,sans-serif"><a href="${reportLink(language, request)}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>\n`;
    const body = typeof html === 'function' ? html() + footer : Buffer.concat([html, Buffer.from(footer)]);
    return new Response(body, { headers });
  };
}
