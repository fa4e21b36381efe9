import type { Locale } from '@waypost/contract';
import { LOCALES } from '@waypost/contract';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { chooseLanguage } from './language.ts';
import { createReportLink } from './report-link.ts';
import { PAGE_WORDS, type RefusalKind } from './words.ts';

/** docs/product.md, "What a visit gets": the status of each page. */
const STATUS: Readonly<Record<RefusalKind, number>> = {
  unknown: 404,
  paused: 404,
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

/** Stands in a prepared page for the link by which it is reported. */
const REPORT = '\u0000';

function refusalDocument(kind: RefusalKind, locale: Locale): string {
  const words = PAGE_WORDS[locale];
  const { title, text } = words.refusals[kind];
  const footer = `<footer><a href="${REPORT}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>`;
  return htmlDocument({
    locale,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${NOT_TO_REPORT.has(kind) ? '' : footer}`,
  });
}

/** Prepares the pages of every kind and language once; each answer is a fresh Response. */
export function createRefusalPages(reportUrl: string): RefusalPages {
  const policy = pagePolicy();
  const reportLink = createReportLink(reportUrl);
  const documents = new Map<string, [before: string, after: string | undefined]>();
  for (const locale of LOCALES) {
    for (const kind of Object.keys(STATUS) as RefusalKind[]) {
      const [before = '', after] = refusalDocument(kind, locale).split(REPORT);
      documents.set(`${kind} ${locale}`, [before, after]);
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
    const [before, after] = documents.get(`${kind} ${locale}`) as [string, string | undefined];
    const page = () => (after === undefined ? before : before + reportLink(locale, request) + after);
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: STATUS[kind],
      headers,
    });
  };
}
