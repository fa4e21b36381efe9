import { JumpType, LOCALES } from '@waypost/contract';
import { escapeHtml, htmlDocument, pagePolicy } from './document.ts';
import { chooseLanguage } from './language.ts';
import { createReportLink } from './report-link.ts';
import { PAGE_WORDS } from './words.ts';

/** The page's own link carries the target, so that the scripts are constants that a policy can name by their hash. */
const LINK = "document.getElementById('target').href";
const SCRIPTS: Readonly<Record<number, string>> = {
  [JumpType.locationReplace]: `location.replace(${LINK})`,
  [JumpType.locationHref]: `location.href=${LINK}`,
  [JumpType.newTab]: `window.open(${LINK},'_blank','noopener,noreferrer')`,
  [JumpType.samePage]: `window.open(${LINK},'_self')`,
};

/** Sends a visitor on. `target` has passed `normalizeTarget`. A HEAD gets no body. */
export type Jumps = (jumpType: number, target: string, request: Request) => Response;

/** Stand in a prepared page for the target and for the link by which it is reported. */
const TARGET = '\u0000';
const REPORT = '\u0001';

/** Answers jump type 6: the target's site does not learn where the visitor came from. */
export function redirect(target: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: target, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}

/** Prepares the pages of jump types 1-5 in every language; each answer is a fresh Response. */
export function createJumps(reportUrl: string): Jumps {
  const policies = new Map<number, string>();
  const reportLink = createReportLink(reportUrl);
  const frames = new Map<string, { before: string; middle: string; after: string; end: string }>();
  for (const jumpType of Object.values(JumpType)) {
    const script = SCRIPTS[jumpType];
    policies.set(jumpType, pagePolicy({ script }));
    for (const locale of LOCALES) {
      const words = PAGE_WORDS[locale];
      const opens = jumpType === JumpType.newTab ? ' target="_blank"' : '';
      const document = htmlDocument({
        locale,
        title: words.opening,
        head:
          jumpType === JumpType.metaRefresh
            ? `<meta http-equiv="refresh" content="0;url=${TARGET}">`
            : `<noscript><meta http-equiv="refresh" content="0;url=${TARGET}"></noscript>`,
        body: `<h1>${words.opening}</h1><p><a id="target" href="${TARGET}" rel="noopener noreferrer"${opens}>${words.open}</a></p><footer><a href="${REPORT}" rel="noreferrer nofollow">${words.report}</a></footer>${script === undefined ? '' : `<script>${script}</script>`}`,
      });
      const [before = '', middle = '', rest = ''] = document.split(TARGET);
      const [after = '', end = ''] = rest.split(REPORT);
      frames.set(`${jumpType} ${locale}`, { before, middle, after, end });
    }
  }
  return (jumpType, target, request) => {
    if (jumpType === JumpType.noSourceRedirect) return redirect(target);
    const locale = chooseLanguage(request.headers.get('accept-language'));
    const frame = frames.get(`${jumpType} ${locale}`);
    if (frame === undefined) throw new RangeError(`jump type ${jumpType} is unknown`);
    const address = escapeHtml(target);
    const { before, middle, after, end } = frame;
    const page = () => before + address + middle + address + after + reportLink(locale, request) + end;
    return new Response(request.method === 'HEAD' ? null : page(), {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': locale,
        'content-security-policy': policies.get(jumpType) as string,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  };
}
