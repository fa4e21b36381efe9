import type { Clock } from '@waypost/sdk';
import { redirect } from '../answers/jump.ts';
import type { RefusalKind } from '../answers/words.ts';
import { within } from '../links/arena.ts';
import { ANSWERED_HERE, FORWARDS_QUERY } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { addressAt, targetAt } from '../links/record.ts';
import type { ScanTokens } from '../rules/scan-token.ts';
import { withQuery } from './forward-query.ts';
import { endOf } from './link-end.ts';
import { hopsOf, MAX_HOPS, withHops } from './own-targets.ts';
import { isPrefetch } from './prefetch.ts';
import { withParameter } from './query-text.ts';
import type { ShieldedVisit, ShieldGate } from './shield-gate.ts';
import type { createStateRules } from './state-rules.ts';
import type { Tell } from './tell.ts';

/**
 * Sends a visit on from a host before the one that answers: a hop, which is never counted. Answers the ordinal of the link
 * where the visit is to be answered on the host that it came by.
 */
export type PassOn = (
  visit: Pick<ShieldedVisit, 'ordinal' | 'code' | 'request' | 'server' | 'userAgent'>,
) => Response | Promise<Response> | number;

export function createPassOn(options: {
  index: LinkIndex;
  scanTokens: ScanTokens;
  clock: Clock;
  states: ReturnType<typeof createStateRules>;
  shield: ShieldGate;
  refuse(kind: RefusalKind, request: Request): Response;
  tell?: Tell | undefined;
}): PassOn {
  const { clock, index, refuse, scanTokens, shield, states, tell } = options;
  return (visit) => {
    const { ordinal, code, request, userAgent } = visit;
    const position = index.recordOf(ordinal);
    const [bytes, offset] = [index.arena.bytesAt(position), within(position)];
    const id = addressAt(bytes, targetAt(bytes, offset, 1));
    const words = Buffer.from(id, 'hex');
    const link = index.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
    if (link < 0) return refuse('unknown', request);
    const address = addressAt(bytes, targetAt(bytes, offset, 0));
    if (address === ANSWERED_HERE) return link;
    const isCounted = request.method === 'GET' && !isPrefetch(request.headers);
    // Rates count it on the host that answers; where one is led is said there as well.
    const shielded = shield.pass({ ...visit, ordinal: link, place: ordinal, isCounted, isFirst: false });
    if (shielded instanceof Response || shielded instanceof Promise) return shielded;
    const kind = states.refusalOf(link, code, request, userAgent, ordinal);
    // Where an expired one leads is answered by the last host, as all else is.
    if (kind !== undefined && !(kind === 'gone' && endOf(index, link) !== undefined))
      return refuse(kind, request);
    const hops = hopsOf(request.url) + 1;
    if (hops > MAX_HOPS) return refuse('refused', request);
    const bits = index.bitsOf(link);
    const isScanned = states.isScanned(link, code, request, ordinal);
    let next = (bits & FORWARDS_QUERY) === 0 ? address : withQuery(address, request.url, isScanned);
    const { hostname: host } = new URL(address);
    // Whoever came by the picture on the first host has scanned it on all of them.
    if (isScanned) next = withParameter(next, 's', scanTokens.pass({ id, host, code }, clock.now()));
    next = withHops(next, hops);
    tell?.({ check: 'pass_on', host });
    return redirect(next);
  };
}
