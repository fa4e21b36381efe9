import { LINK_PASSWORD_MAX_LENGTH } from '@waypost/contract';
import { ASKED_HINTS } from './asked-hints.ts';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { BUILT_IN_LANGUAGES, type PageOptions } from './page-languages.ts';
import { createPlaceLink } from './place-link.ts';
import { createSiteHead } from './site-head.ts';
import type { PageWords } from './words.ts';

/** What the field of the page's form is called. */
export const PASSWORD_FIELD = 'password';
const MINUTE = 60;

/** Why a visitor sees the page: first, after a wrong password, or after too many of them, with the seconds left. */
export type PasswordAsked = 'first' | 'wrong' | { locked: number };

/** Asks a visitor for a link's password. `action`: where it is sent, on this host. A HEAD gets no body. */
export type PasswordPages = (asked: PasswordAsked, action: string, request: Request) => Response;

/** Each answer is a fresh Response; nothing runs on the page, and it sends to its own host only. */
export function createPasswordPages({
  reportUrl,
  languages = BUILT_IN_LANGUAGES,
  site,
}: PageOptions): PasswordPages {
  const policy = pagePolicy({ form: true, pictures: true });
  const siteHead = createSiteHead(site);
  const reportLink = createPlaceLink(reportUrl);
  return (asked, action, request) => {
    const { language, words } = languages.choose(request.headers.get('accept-language'));
    const footer = `<footer><a href="${reportLink(language, request)}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>`;
    const title = words.password.title;
    const page = () =>
      htmlDocument({
        language,
        title,
        body: `${siteHead()}<h1>${escapeHtml(title)}</h1>${bodyOf(asked, action, words.password)}${footer}`,
      });
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ch': ASKED_HINTS,
    };
    if (typeof asked === 'object') headers['retry-after'] = String(asked.locked);
    return new Response(request.method === 'HEAD' ? null : page(), { status: statusOf(asked), headers });
  };
}

function statusOf(asked: PasswordAsked): number {
  if (asked === 'first') return 200;
  return asked === 'wrong' ? 403 : 429;
}

function bodyOf(asked: PasswordAsked, action: string, words: PageWords['password']): string {
  const address = escapeHtml(action);
  if (typeof asked === 'object') {
    const text = timeLeft(asked.locked, words);
    return `<p class="fault" role="alert">${escapeHtml(text)}</p><p><a class="button" href="${address}">${escapeHtml(words.again)}</a></p>`;
  }
  const isWrong = asked === 'wrong';
  const fault = isWrong
    ? `<p class="fault" id="fault" role="alert">${escapeHtml(words.wrong)}</p>`
    : `<p>${escapeHtml(words.text)}</p>`;
  const told = isWrong ? ' aria-invalid="true" aria-describedby="fault"' : '';
  return `${fault}<form method="post" action="${address}"><label for="password">${escapeHtml(words.label)}</label><input id="password" name="${PASSWORD_FIELD}" type="password" autocomplete="current-password" maxlength="${LINK_PASSWORD_MAX_LENGTH}" required autofocus${told}><p><button class="button">${escapeHtml(words.open)}</button></p></form>`;
}

function timeLeft(seconds: number, words: PageWords['password']): string {
  return seconds >= MINUTE ? words.lockedMinutes(Math.ceil(seconds / MINUTE)) : words.lockedSeconds(seconds);
}
