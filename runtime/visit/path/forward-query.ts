import { TARGET_URL_MAX_LENGTH } from '@waypost/contract';
import { queryOf } from '../derive/query-of.ts';
import { PART_PARAMETER } from './content-answers.ts';
import { HOP_PARAMETER } from './own-targets.ts';
import { PASS_PARAMETER } from './password-gate.ts';

/** Parameters of our own, `s` that of a scan: no target learns them. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['s', HOP_PARAMETER, PART_PARAMETER, PASS_PARAMETER]);

/**
 * A target's address with the query parameters that a visit came with. What the owner wrote into the address stays as it
 * is, and nothing but its query changes. Where it became too long the target stands without them.
 */
export function withQuery(address: string, visited: string): string {
  if (!visited.includes('?')) return address;
  const url = new URL(address);
  const owned = new Set(url.searchParams.keys());
  const forwarded = [...queryOf(visited)].filter(([name]) => !owned.has(name) && !OWN_PARAMETERS.has(name));
  if (forwarded.length === 0) return address;
  const added = new URLSearchParams(
    forwarded.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  );
  // As text: what stands there is not written anew, which could change what its owner's server reads.
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href.length > TARGET_URL_MAX_LENGTH ? address : url.href;
}
