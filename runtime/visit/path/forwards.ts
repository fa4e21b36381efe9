import { isIP } from 'node:net';
import { forwardPath, forwardRemainder, joinForward } from '@waypost/contract';
import type { PeerSource } from '../../process/client-address.ts';
import { redirectWith } from '../answers/jump.ts';
import type { RefusalKind } from '../answers/words.ts';
import { FLAG_COUNTED_TARGETS, FLAG_HOP } from '../journal/format.ts';
import { within } from '../links/arena.ts';
import { type CompiledForward, FORWARD_HOST, readForwards } from '../links/compiled-forwards.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { pluginOf, ROW_WORDS, RULES } from '../links/rows.ts';
import { readHost } from '../rules/host-name.ts';
import type { CountVisit, VisitCounters } from './count-visit.ts';
import { withQuery } from './forward-query.ts';
import { authorityIn, hopsOf, MAX_HOPS, type OwnTargets, type VisitedHost, withHops } from './own-targets.ts';
import { isPrefetch } from './prefetch.ts';
import type { Recorder } from './recorder.ts';
import type { createStateRules } from './state-rules.ts';
import { userAgentOf } from './user-agent.ts';

/** Where a request is led by the rules of its host; undefined where none meets its path. */
type Forwards = (
  visited: VisitedHost,
  request: Request,
  server: PeerSource,
) => Response | Promise<Response> | undefined;

/** One hit more of a rule, and no visit of anything. */
const HIT_FLAGS = FLAG_HOP | FLAG_COUNTED_TARGETS;

const FORWARDED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

interface ForwardsOptions {
  index: LinkIndex;
  ownTargets: OwnTargets;
  states: Pick<ReturnType<typeof createStateRules>, 'isBlocked' | 'isRefusedByOwner'>;
  recorder: Pick<Recorder, 'hasRoom' | 'release'>;
  count: CountVisit;
  counters: VisitCounters;
  refuse(kind: RefusalKind, request: Request): Response;
  isPluginActive(plugin: string): boolean;
}

/** What becomes of requests that no code answers. */
export interface Unanswered {
  /**
   * Ordinal of the code of ours that an address leads to, at once or by rules of ours, or -1: a visit is counted at the last code on
   * its way, and at none that leads back to itself.
   */
  codeAt(address: string, visited: VisitedHost): number;
  /** A path of one segment. */
  unknown(
    visited: VisitedHost,
    request: Request & { params: { mark?: string } },
    server: PeerSource,
  ): Response | Promise<Response>;
  /**
   * A path of any number of them, on a host that is not the installation's own; undefined where no rule of the host
   * meets it.
   */
  forward(request: Request, server: PeerSource): Response | Promise<Response> | undefined;
}

export function createUnanswered(
  options: ForwardsOptions & {
    /** Whether what is not in the index is not there. */
    isCaughtUp(): boolean;
    hostOf(headers: Headers): VisitedHost;
  },
): Unanswered {
  const { hostOf, isCaughtUp, ownTargets, refuse, states } = options;
  const findRules = createRuleFinder(options);
  const forwards = createForwards(options, findRules);
  return {
    codeAt(address, visited) {
      let at: string | undefined = address;
      for (let steps = 0; at !== undefined && steps <= MAX_HOPS; steps++) {
        const code = ownTargets.resolve(at, visited);
        if (code >= 0) return code;
        const rules = findRules(readHost(authorityIn(at)).name);
        at = rules < 0 ? undefined : meetAt(options.index, rules, at)?.address;
      }
      return -1;
    },
    unknown(visited, request, server) {
      // A look is at a code, and there is none.
      const led = request.params.mark === undefined ? forwards(visited, request, server) : undefined;
      return led ?? refuse(isCaughtUp() ? 'unknown' : 'unavailable', request);
    },
    forward(request, server) {
      if (!FORWARDED_METHODS.has(request.method)) return undefined;
      if (states.isBlocked(request, server)) return refuse('refused', request);
      const led = forwards(hostOf(request.headers), request, server);
      return led ?? (isCaughtUp() ? undefined : refuse('unavailable', request));
    },
  };
}

/** Ordinal of the rules of a host, or -1. Nothing takes the place of the back-office. */
function createRuleFinder({ index, ownTargets, isPluginActive }: ForwardsOptions): (name: string) => number {
  return (name) => {
    const hosts = index.hosts.numberOf(FORWARD_HOST);
    if (hosts < 0 || ownTargets.isOwnName(name) || isIP(name) !== 0) return -1;
    const ordinal = index.find(hosts, name);
    if (ordinal < 0) return -1;
    const plugin = index.plugins.nameOf(pluginOf(index.rows[ordinal * ROW_WORDS + RULES] as number));
    return isPluginActive(plugin) ? ordinal : -1;
  };
}

/** Follows the rules of hosts, for paths that no code answers. A host without rules costs a look into the index. */
function createForwards(options: ForwardsOptions, findRules: (name: string) => number): Forwards {
  const { count, counters, index, ownTargets, recorder, refuse, states } = options;
  return (visited, request, server) => {
    const ordinal = findRules(visited.name);
    if (ordinal < 0) return undefined;
    const met = meetAt(index, ordinal, request.url);
    if (met === undefined) return undefined;
    if (states.isRefusedByOwner(ordinal, request, server)) return refuse('refused', request);
    let { address } = met;
    if (ownTargets.leadsHere(address, visited)) {
      const hops = hopsOf(request.url) + 1;
      if (hops > MAX_HOPS) return refuse('refused', request);
      address = withHops(address, hops);
    }
    const answer = redirectWith(met.rule.status, address);
    if (request.method === 'HEAD' || isPrefetch(request.headers)) {
      counters.uncounted++;
      return answer;
    }
    if (!recorder.hasRoom()) return refuse('unavailable', request);
    const { target, key } = met.rule;
    const hit = { ordinal, target, key, flags: HIT_FLAGS };
    count(hit, userAgentOf(request.headers), request, server);
    return recorder.release(answer, request);
  };
}

/** The rule of a host's rules, those with this ordinal, that meets an address, and where it leads with it. */
export function meetAt(
  index: LinkIndex,
  ordinal: number,
  asked: string,
): { rule: CompiledForward; address: string } | undefined {
  const position = index.recordOf(ordinal);
  return meet(readForwards(index.arena.bytesAt(position), within(position)), asked);
}

/** The first rule that meets the path of an address, and where it leads with it. */
function meet(
  rules: readonly CompiledForward[],
  asked: string,
): { rule: CompiledForward; address: string } | undefined {
  const path = forwardPath(new URL(asked).pathname);
  if (path === undefined) return undefined;
  for (const rule of rules) {
    const remainder = forwardRemainder(rule, path);
    if (remainder === undefined) continue;
    const address = rule.keepsPath ? joinForward(rule.address, remainder, path.isFolder) : rule.address;
    return { rule, address: rule.keepsQuery ? withQuery(address, asked) : address };
  }
  return undefined;
}
