import type { Locale } from '@waypost/contract';
import { LOCALES } from '@waypost/contract';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { chooseLanguage } from './language.ts';
import { PAGE_WORDS, type RefusalKind } from './words.ts';

/** docs/product.md, "What a visit gets": the status of each page. */
const STATUS: Readonly<Record<RefusalKind, number>> = {
  unknown: 404,
  gone: 410,
  frozen: 451,
  refused: 403,
  weChatOnly: 403,
  onlyViaScan: 403,
  unavailable: 503,
};

/** Answers a visit that leads nowhere. `isHead` leaves the body out. */
export type RefusalPages = (kind: RefusalKind, acceptLanguage: string | null, isHead: boolean) => Response;

function refusalDocument(kind: RefusalKind, locale: Locale, reportUrl: string): string {
  const words = PAGE_WORDS[locale];
  const { title, text } = words.refusals[kind];
  return htmlDocument({
    locale,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><footer><a href="${escapeHtml(reportUrl)}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>`,
  });
}

/** Prepares the pages of every kind and language once; each answer is a fresh Response. */
export function createRefusalPages(reportUrl: string): RefusalPages {
  const policy = pagePolicy();
  const documents = new Map<string, string>();
  for (const locale of LOCALES) {
    for (const kind of Object.keys(STATUS) as RefusalKind[]) {
      documents.set(`${kind} ${locale}`, refusalDocument(kind, locale, reportUrl));
    }
  }
  return (kind, acceptLanguage, isHead) => {
    const locale = chooseLanguage(acceptLanguage);
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    if (kind === 'unavailable') headers['retry-after'] = '1';
    return new Response(isHead ? null : (documents.get(`${kind} ${locale}`) as string), {
      status: STATUS[kind],
      headers,
    });
  };
}
