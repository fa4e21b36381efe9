import type { ScannedLink, ScanTokens } from './scan-token.ts';

/**
 * A look at what a visit gets, which is not counted. The mark in its address is a pass of a minute for this link and for
 * nothing else; no short code has a slash in it.
 */
const trialOf = (link: ScannedLink): ScannedLink => ({ ...link, code: `${link.code}/try` });

/** The path of a look at a link. `now`: milliseconds since 1970. */
export function trialPath(tokens: Pick<ScanTokens, 'pass'>, link: ScannedLink, now: number): string {
  return `/try/${link.code}/${tokens.pass(trialOf(link), now)}`;
}

/** Whether a mark was made for this link, within the last minute. */
export function isTrial(
  tokens: Pick<ScanTokens, 'isPass'>,
  link: ScannedLink,
  { mark, now }: { mark: string; now: number },
): boolean {
  return tokens.isPass(trialOf(link), mark, now);
}
