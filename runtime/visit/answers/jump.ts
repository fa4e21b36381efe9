import { APP_WAIT_MS, appFirst, JumpType, jumpStatement, LOCALES, type Locale } from '@waypost/contract';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { chooseLanguage } from './language.ts';
import { createReportLink } from './report-link.ts';
import { PAGE_WORDS } from './words.ts';

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

/** Stand in a prepared page for the target, its app and for the link by which it is reported. */
const TARGET = '\u0000';
const TRIED = '\u0002';
const REPORT = '\u0001';

/** Answers jump type 6: the target's site does not learn where the visitor came from. */
export function redirect(target: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: target, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}

/** The pages of one jump type: as text between the places of TARGET, TRIED and REPORT. */
interface PreparedPage {
  policy: string;
  parts: ReadonlyMap<Locale, readonly string[]>;
}

function preparePage(jumpType: number, hasApp: boolean): PreparedPage {
  const script = scriptOf(jumpType, hasApp);
  const seconds = hasApp ? Math.ceil(APP_WAIT_MS / 1000) : 0;
  const refresh = (after: number) => `<meta http-equiv="refresh" content="${after};url=${TARGET}">`;
  const opens = jumpType === JumpType.newTab ? ' target="_blank"' : '';
  const tried = hasApp ? ` data-app="${TRIED}"` : '';
  const documentIn = (locale: Locale): string => {
    const words = PAGE_WORDS[locale];
    return htmlDocument({
      locale,
      title: words.opening,
      head: jumpType === JumpType.metaRefresh ? refresh(seconds) : `<noscript>${refresh(0)}</noscript>`,
      body: `<h1>${words.opening}</h1><p><a id="target" href="${TARGET}"${tried} rel="noopener noreferrer"${opens}>${words.open}</a></p><footer><a href="${REPORT}" rel="noreferrer nofollow">${words.report}</a></footer>${script === undefined ? '' : `<script>${script}</script>`}`,
    });
  };
  return {
    policy: pagePolicy({ script }),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for what is filled in.
    parts: new Map(LOCALES.map((locale) => [locale, documentIn(locale).split(/([\u0000-\u0002])/)])),
  };
}

/** Prepares the pages of jump types 1-5 in every language; each answer is a fresh Response. */
export function createJumps(reportUrl: string): Jumps {
  const reportLink = createReportLink(reportUrl);
  const types = Object.values(JumpType);
  const prepared = [false, true].map(
    (hasApp) => new Map<number, PreparedPage>(types.map((type) => [type, preparePage(type, hasApp)])),
  );
  return (jumpType, target, request, app) => {
    if (jumpType === JumpType.noSourceRedirect) return redirect(target);
    const locale = chooseLanguage(request.headers.get('accept-language'));
    const frame = prepared[app === undefined ? 0 : 1]?.get(jumpType);
    if (frame === undefined) throw new RangeError(`jump type ${jumpType} is unknown`);
    const address = escapeHtml(target);
    const fill = (part: string): string => {
      if (part === TARGET) return address;
      if (part === TRIED) return escapeHtml(app ?? '');
      return part === REPORT ? reportLink(locale, request) : part;
    };
    const page = () => frame.parts.get(locale)?.map(fill).join('') ?? '';
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': locale,
        'content-security-policy': frame.policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  };
}
