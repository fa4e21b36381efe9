import { APP_WAIT_MS, appFirst, JumpType, jumpStatement } from '@waypost/contract';
import { ASKED_HINTS } from './asked-hints.ts';
import {
  escapeHtml,
  fillPage,
  htmlDocument,
  type PreparedPage,
  pagePolicy,
  placeOf,
  preparedBy,
  preparePage,
} from './document.ts';
import { BUILT_IN_LANGUAGES, type PageLanguage, type PageOptions } from './page-languages.ts';
import { createPlaceLink } from './place-link.ts';

/** The page's own link carries the target, so that the scripts are constants that a policy can name by their hash. */
const LINK = "document.getElementById('target').href";
const APP = "document.getElementById('target').dataset.app";

/** The script of a jump type's page; undefined where none is needed. */
function scriptOf(jumpType: number, hasApp: boolean): string | undefined {
  const jump = jumpType === JumpType.metaRefresh ? '' : jumpStatement(jumpType, LINK);
  if (hasApp) return appFirst(APP, jump);
  return jump === '' ? undefined : jump;
}

/** Sends a visitor on, after a try of `app`. `target` has passed `normalizeTarget`. A HEAD gets no body. */
export type Jumps = (
  jumpType: number,
  target: string,
  request: Request,
  app?: string | undefined,
) => Response;

/** The values of a page: its target, the link by which it is reported, and the app that is tried. */
const [TARGET, REPORT, TRIED] = [placeOf(0), placeOf(1), placeOf(2)];

/** Answers jump type 6: the target's site does not learn where the visitor came from. */
export function redirect(target: string): Response {
  return redirectWith(302, target);
}

/** The same with another status; kept by nobody, so that the next visit is asked, and counted, again. */
export function redirectWith(status: number, target: string): Response {
  return new Response(null, {
    status,
    headers: {
      location: target,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'accept-ch': ASKED_HINTS,
    },
  });
}

/** The pages of one jump type. */
interface JumpPages {
  policy: string;
  page(language: PageLanguage): PreparedPage;
}

function preparePages(jumpType: number, hasApp: boolean): JumpPages {
  const script = scriptOf(jumpType, hasApp);
  const seconds = hasApp ? Math.ceil(APP_WAIT_MS / 1000) : 0;
  const refresh = (after: number) => `<meta http-equiv="refresh" content="${after};url=${TARGET}">`;
  const opens = jumpType === JumpType.newTab ? ' target="_blank"' : '';
  const tried = hasApp ? ` data-app="${TRIED}"` : '';
  const documentIn = ({ language, words }: PageLanguage): string =>
    htmlDocument({
      language,
      title: words.opening,
      head: jumpType === JumpType.metaRefresh ? refresh(seconds) : `<noscript>${refresh(0)}</noscript>`,
      body: `<h1>${escapeHtml(words.opening)}</h1><p><a class="button" id="target" href="${TARGET}"${tried} rel="noopener noreferrer"${opens}>${escapeHtml(words.open)}</a></p><footer><a href="${REPORT}" rel="noreferrer nofollow">${escapeHtml(words.report)}</a></footer>${script === undefined ? '' : `<script>${script}</script>`}`,
    });
  const prepared = preparedBy((language: PageLanguage) => preparePage(documentIn(language)));
  return { policy: pagePolicy({ script }), page: (language) => prepared(language, undefined) };
}

/** Prepares the pages of jump types 1-5 in each language at their first use; each answer is a fresh Response. */
export function createJumps({ reportUrl, languages = BUILT_IN_LANGUAGES }: PageOptions): Jumps {
  const reportLink = createPlaceLink(reportUrl);
  const types = Object.values(JumpType);
  const prepared = [false, true].map(
    (hasApp) => new Map<number, JumpPages>(types.map((type) => [type, preparePages(type, hasApp)])),
  );
  return (jumpType, target, request, app) => {
    if (jumpType === JumpType.noSourceRedirect) return redirect(target);
    const spoken = languages.choose(request.headers.get('accept-language'));
    const frame = prepared[app === undefined ? 0 : 1]?.get(jumpType);
    if (frame === undefined) throw new RangeError(`jump type ${jumpType} is unknown`);
    const page = () =>
      fillPage(frame.page(spoken), [
        escapeHtml(target),
        reportLink(spoken.language, request),
        escapeHtml(app ?? ''),
      ]);
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': spoken.language,
        'content-security-policy': frame.policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'accept-ch': ASKED_HINTS,
      },
    });
  };
}
