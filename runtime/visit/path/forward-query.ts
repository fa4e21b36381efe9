import { TARGET_URL_MAX_LENGTH } from '@waypost/contract';
import { isTokenShaped } from '../rules/scan-token.ts';
import { PART_PARAMETER } from './content-answers.ts';
import { HOP_PARAMETER } from './own-targets.ts';
import { PASS_PARAMETER } from './password-gate.ts';
import { parameterName, parametersIn, parameterValue } from './query-text.ts';

/** Parameters of our own: no target learns them. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([HOP_PARAMETER, PART_PARAMETER, PASS_PARAMETER]);
/** That of a scan, and of many a search. */
const SCAN_PARAMETER = 's';

/**
 * A target's address with the query parameters that a visit came with, as they are written. What the owner wrote into the address
 * stays as it is, and nothing but its query changes. Where it became too long the target stands without them.
 * @param isScanned whether the first `s` is known to be the token of a scan
 */
export function withQuery(address: string, visited: string, isScanned = false): string {
  if (!visited.includes('?')) return address;
  const url = new URL(address);
  const owned = new Set(url.searchParams.keys());
  let isToken = isScanned;
  const forwarded = parametersIn(visited).filter((parameter) => {
    const name = parameterName(parameter);
    if (name === SCAN_PARAMETER) {
      const isOurs = isToken || isTokenShaped(parameterValue(parameter));
      isToken = false;
      if (isOurs) return false;
    }
    return !owned.has(name) && !OWN_PARAMETERS.has(name);
  });
  if (!forwarded.some((parameter) => parameter !== '')) return address;
  // A backslash is a slash to some readers of addresses; all else that may not stand in a query is encoded below.
  const added = forwarded.join('&').replaceAll('\\', '%5C');
  // As text: what stands there is not written anew, which could change what its owner's server reads.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${added}`;
  return url.href.length > TARGET_URL_MAX_LENGTH ? address : url.href;
}
