import type { Locale } from '@waypost/contract';
import { LOCALES } from '@waypost/contract';
import {
  escapeHtml,
  fillPage,
  htmlDocument,
  type PreparedPage,
  pagePolicy,
  placeOf,
  preparePage,
} from './document.ts';
import { chooseLanguage } from './language.ts';
import { createPlaceLink } from './place-link.ts';
import { PAGE_WORDS, type RefusalKind } from './words.ts';

/** docs/product.md, "What a visit gets": the status of each page. */
const STATUS: Readonly<Record<RefusalKind, number>> = {
  unknown: 404,
  paused: 404,
  unclaimed: 404,
  gone: 410,
  frozen: 451,
  refused: 403,
  weChatOnly: 403,
  onlyViaScan: 403,
  unavailable: 503,
};

/** Answers a visit that leads nowhere, in the visitor's language; a HEAD gets no body. */
export type RefusalPages = (kind: RefusalKind, request: Request) => Response;

/** Nobody gets any further by reporting what was stopped because of reports. */
const NOT_TO_REPORT: ReadonlySet<RefusalKind> = new Set(['frozen']);

/** The values of a page: the links by which it is reported, and by which an unclaimed code is claimed. */
const [REPORT, CLAIM] = [placeOf(0), placeOf(1)];
/** The screen on which whoever has the code in hand, or has made it, says where it leads. */
const CLAIM_SCREEN = 'customer/code_claim';

/** Screens stand beside each other, behind the same address. */
const claimUrl = (reportUrl: string): string => reportUrl.replace(/[^/]*$/, CLAIM_SCREEN);

function refusalDocument(kind: RefusalKind, locale: Locale): string {
  const words = PAGE_WORDS[locale];
  const { title, text } = words.refusals[kind];
  const link = (place: string, says: string) =>
    `<a href="${place}" rel="noreferrer nofollow">${escapeHtml(says)}</a>`;
  const claim = kind === 'unclaimed' ? `<p>${link(CLAIM, words.claim)}</p>` : '';
  const footer = NOT_TO_REPORT.has(kind) ? '' : `<footer>${link(REPORT, words.report)}</footer>`;
  return htmlDocument({
    locale,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${claim}${footer}`,
  });
}

/** Prepares the pages of every kind and language once; each answer is a fresh Response. */
export function createRefusalPages(reportUrl: string): RefusalPages {
  const policy = pagePolicy();
  const reportLink = createPlaceLink(reportUrl);
  const claimLink = createPlaceLink(claimUrl(reportUrl));
  const documents = new Map<string, PreparedPage>();
  for (const locale of LOCALES) {
    for (const kind of Object.keys(STATUS) as RefusalKind[]) {
      documents.set(`${kind} ${locale}`, preparePage(refusalDocument(kind, locale)));
    }
  }
  return (kind, request) => {
    const locale = chooseLanguage(request.headers.get('accept-language'));
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    if (kind === 'unavailable') headers['retry-after'] = '1';
    const page = () =>
      fillPage(documents.get(`${kind} ${locale}`) as PreparedPage, [
        reportLink(locale, request),
        kind === 'unclaimed' ? claimLink(locale, request) : '',
      ]);
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: STATUS[kind],
      headers,
    });
  };
}
