import {
  escapeHtml,
  fillPage,
  htmlDocument,
  pagePolicy,
  placeOf,
  preparedBy,
  preparePage,
} from './document.ts';
import { BUILT_IN_LANGUAGES, type PageLanguage, type PageOptions } from './page-languages.ts';
import { createPlaceLink } from './place-link.ts';
import { createSiteHead } from './site-head.ts';
import type { RefusalKind } from './words.ts';

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

/** Nobody gets any further by reporting what was stopped because of reports, or an address without a code. */
const NOT_TO_REPORT: ReadonlySet<RefusalKind> = new Set(['frozen', 'unknown']);

/** The values of a page: the links by which it is reported, and by which an unclaimed code is claimed, and whose page it is. */
const [REPORT, CLAIM, SITE] = [placeOf(0), placeOf(1), placeOf(2)];
/** The screen on which whoever has the code in hand, or has made it, says where it leads. */
const CLAIM_SCREEN = 'customer/code_claim';

/** Screens stand beside each other, behind the same address. */
const claimUrl = (reportUrl: string): string => reportUrl.replace(/[^/]*$/, CLAIM_SCREEN);

function refusalDocument(kind: RefusalKind, { language, words }: PageLanguage): string {
  const { title, text } = words.refusals[kind];
  const link = (place: string, says: string) =>
    `<a href="${place}" rel="noreferrer nofollow">${escapeHtml(says)}</a>`;
  const claim = kind === 'unclaimed' ? `<p>${link(CLAIM, words.claim)}</p>` : '';
  const footer = NOT_TO_REPORT.has(kind) ? '' : `<footer>${link(REPORT, words.report)}</footer>`;
  return htmlDocument({
    language,
    title,
    body: `${SITE}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${claim}${footer}`,
  });
}

/** Prepares the pages of each kind and language at their first use; each answer is a fresh Response. */
export function createRefusalPages({
  reportUrl,
  languages = BUILT_IN_LANGUAGES,
  site,
}: PageOptions): RefusalPages {
  const policy = pagePolicy({ pictures: true });
  const siteHead = createSiteHead(site);
  const reportLink = createPlaceLink(reportUrl);
  const claimLink = createPlaceLink(claimUrl(reportUrl));
  const documents = preparedBy((language: PageLanguage, kind: RefusalKind) =>
    preparePage(refusalDocument(kind, language)),
  );
  return (kind, request) => {
    const spoken = languages.choose(request.headers.get('accept-language'));
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-language': spoken.language,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    if (kind === 'unavailable') headers['retry-after'] = '1';
    const page = () =>
      fillPage(documents(spoken, kind), [
        reportLink(spoken.language, request),
        kind === 'unclaimed' ? claimLink(spoken.language, request) : '',
        siteHead(),
      ]);
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: STATUS[kind],
      headers,
    });
  };
}
