/** Versions of four numbers at most, in the quotes of a header's string (RFC 8941). */
const VERSION = /^"(\d{1,3}(?:\.\d{1,4}){0,3})"$/;
const MODEL = /^"([\w][\w .+()/-]{0,39})"$/;
/** The first major version that Windows 11 gives of itself. */
const FIRST_OF_WINDOWS_11 = 13;

/**
 * The user agent of a request. Browsers freeze model and version in it and send them beside it where they are asked (`ASKED_HINTS`):
 * these are written where they stood before, so that whatever reads user agents finds them.
 */
export function userAgentOf(headers: Headers): string {
  const sent = headers.get('user-agent') ?? '';
  const hint = headers.get('sec-ch-ua-platform-version');
  if (hint === null) return sent;
  const version = VERSION.exec(hint)?.[1];
  const model = MODEL.exec(headers.get('sec-ch-ua-model') ?? '')?.[1];
  return filledIn(sent, version, model);
}

function filledIn(sent: string, version: string | undefined, model: string | undefined): string {
  if (sent.includes('; Android 10; K)')) {
    const android = version === undefined ? '10' : version.replace(/(?:\.0+)+$/, '');
    return sent.replace('Android 10; K)', () => `Android ${android}; ${model ?? 'K'})`);
  }
  if (version === undefined) return sent;
  if (sent.includes('Windows NT 10.0;'))
    return Number.parseInt(version, 10) < FIRST_OF_WINDOWS_11
      ? sent
      : sent.replace('Windows NT 10.0;', 'Windows NT 11.0;');
  return sent.replace('Mac OS X 10_15_7)', () => `Mac OS X ${version.replaceAll('.', '_')})`);
}
