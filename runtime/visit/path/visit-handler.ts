import { codeInPath, JumpType, VISIT_LINK_MAX_TARGETS } from '@waypost/contract';
import type { Clock, Logger, Random } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { redirect } from '../answers/jump.ts';
import type { PageOptions } from '../answers/page-languages.ts';
import { createRefusalPages } from '../answers/refusal-page.ts';
import type { RefusalKind } from '../answers/words.ts';
import { FLAG_EXPIRED, FLAG_HOP, FLAG_OPEN_LOG } from '../journal/format.ts';
import {
  FORWARDS_QUERY,
  HAS_PASSWORD,
  jumpTypeOf,
  OPEN_LOG,
  PASSES_ON,
  SHOWS_CONTENT,
} from '../links/compiled-link.ts';
import { contentIdOf } from '../links/link-content.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { readHost } from '../rules/host-name.ts';
import type { PasswordPasses } from '../rules/password-pass.ts';
import type { ScanTokens } from '../rules/scan-token.ts';
import type { RuleTarget } from '../rules/visit-rules.ts';
import { PATIENCE_MS, type Shares } from '../shares/shares.ts';
import type { BlockedVisitors, OwnBlocks } from './blocked-visitors.ts';
import { createPools } from './choose-from-pool.ts';
import { createTargetChoices } from './chosen-target.ts';
import { type ContentAnswers, createContentAnswers } from './content-answers.ts';
import type { ContentShelf } from './content-shelf.ts';
import type { CountVisit, VisitCounters } from './count-visit.ts';
import { withQuery } from './forward-query.ts';
import { createUnanswered, type Unanswered } from './forwards.ts';
import { createLeadOn, type JumpTemplates } from './lead-on.ts';
import { endOf } from './link-end.ts';
import type { LinkPasswords } from './link-passwords.ts';
import {
  createOwnTargets,
  hopsOf,
  MAX_HOPS,
  type OwnTargets,
  type VisitedHost,
  withHops,
} from './own-targets.ts';
import { createPartAnswers } from './part-answers.ts';
import { createPassOn } from './pass-on.ts';
import { createPasswordGate, PASS_PARAMETER } from './password-gate.ts';
import { isPrefetch } from './prefetch.ts';
import type { Recorder } from './recorder.ts';
import { createRuleBook } from './rule-book.ts';
import { createShieldGate, type ShieldedVisit } from './shield-gate.ts';
import { createStateRules } from './state-rules.ts';
import type { Tell } from './tell.ts';
import { userAgentOf } from './user-agent.ts';
import type { VisitorFacts } from './visitor-facts.ts';

/** How often a visit waits for what it is to be shown: each time another target may have come up. */
const MOST_WAITS = VISIT_LINK_MAX_TARGETS;

/** A request as Bun's router hands it to `/:code`, or to `/try/:code/:mark`, which is not counted. */
export type VisitRequest = Request & { params: { code: string; mark?: string } };
export type VisitHandler = (request: VisitRequest, server: PeerSource) => Response | Promise<Response>;

/** What answers requests of visitors. */
export interface AnsweringVisits {
  handle: VisitHandler;
  forward: Unanswered['forward'];
}

export interface VisitHandlerOptions extends PageOptions {
  index: LinkIndex;
  /**
   * Whether the index agrees with the store, or did since this process began. Before, only what a snapshot knows is
   * answered: a code that it does not know may have been published since, so that 404 would be a guess.
   */
  isCaughtUp(): boolean;
  /** Whether the counts that rotation models 1 and 3 go by are as good as they will get. */
  areCountsKnown(): boolean;
  recorder: Pick<Recorder, 'hasRoom' | 'release'>;
  /** What limits have left where several processes answer visits. */
  shares: Shares;
  /** Writes a visit down and counts it. */
  count: CountVisit;
  /** What links show in the place of leading somewhere. */
  contents: Pick<ContentShelf, 'find' | 'load'>;
  /** Pages in the place of the built-in ones of jump types. */
  templates: JumpTemplates;
  ownHosts: readonly string[];
  goneHosts: readonly string[];
  /** Who is refused before anything is looked up. */
  blocked: BlockedVisitors;
  /** What owners refuse on their own codes. */
  ownBlocks: OwnBlocks;
  writeClientAddress: ClientAddressWriter;
  scanTokens: ScanTokens;
  passwordPasses: PasswordPasses;
  passwords: LinkPasswords;
  /** What rules ask for. */
  facts: VisitorFacts;
  log: Logger;
  clock: Clock;
  random: Random;
  isPluginActive(plugin: string): boolean;
  counters: VisitCounters;
  /** Is told what decides a visit that is only tried; there is none where visits are answered. */
  tell?: Tell | undefined;
}

/**
 * Answers `GET /<short_code>` (docs/product.md, "What a visit gets"): index → rules → target by rotation → fresh
 * Response, the visit written to the journal's batch on the way. Holds no state of its own but caches.
 */
export function createVisitHandler(options: VisitHandlerOptions): AnsweringVisits {
  const { index, recorder, count, counters, shares, tell } = options;
  const leadOn = createLeadOn(options);
  const contents = createContentAnswers(options.contents, options);
  const ownTargets = createOwnTargets(index, options.ownHosts, options.goneHosts);
  const pools = createPools({ ...options, momentOf: (time) => options.facts.moment(time) });
  const { canChoose, choose } = createTargetChoices({ ...options, pools });
  const states = createStateRules(options);
  const ruleBook = createRuleBook({ ...options, states });
  const { isBlocked, isRefusedByOwner, mayLook, refusalOf } = states;
  const hostOf = createHostMemory();
  const refuse = createRefusal(options);
  const shield = createShieldGate({ ...options, refuse, states });
  const forward = createForward(states, tell);
  const again = createAgain((...more) => visit(...more));
  const later = createWait(contents, refuse, (...again) => visit(...again));
  const answerPart = createPartAnswers({ contents, refuse, index, pools });
  const passOn = createPassOn({ ...options, states, refuse, shield });
  const unanswered = createUnanswered({ ...options, ownTargets, states, refuse, hostOf });
  const askPassword = createPasswordGate({ ...options, passes: options.passwordPasses, states, refuse });

  const visit: Visit = (request, server, turn) => {
    const { method, headers } = request;
    const isHead = method === 'HEAD';
    if (method !== 'GET' && method !== 'POST' && !isHead) return notAllowed();
    if (isBlocked(request, server)) return refuse('refused', request);
    const visited = hostOf(headers);
    const { code, mark } = request.params;
    const place = ownTargets.find(visited, code);
    tell?.({ check: 'place', host: visited.name, is_refused: place < 0 });
    let ordinal = place;
    if (ordinal < 0) return missed({ unanswered, ownTargets, visit, visited, turn }, request, server);
    // A look that came too late is a visit like any other: nobody goes on uncounted for longer than a minute.
    if (mark !== undefined && !mayLook(place, code, mark)) return redirect(`/${code}`);
    // On each host that it comes by: who referred it is not known any more behind the first.
    if (isRefusedByOwner(place, request, server)) return refuse('refused', request);
    const userAgent = userAgentOf(headers);
    let bits = index.bitsOf(ordinal);
    if ((bits & PASSES_ON) !== 0) {
      const passed = passOn({ ordinal, code, request, server, userAgent });
      if (typeof passed !== 'number') return passed;
      ordinal = passed;
      bits = index.bitsOf(ordinal);
    }
    // Only passwords are sent; one that comes too late for its link is asked again by GET.
    if (method === 'POST' && (bits & HAS_PASSWORD) === 0) return notAllowed();
    const isAhead = isPrefetch(headers);
    const part = (bits & SHOWS_CONTENT) === 0 ? undefined : contents.partOf(request.url);
    const isCounted = !isHead && !isAhead && mark === undefined && part === undefined;
    const asked = { ordinal, place, code, request, server, userAgent, isCounted, isFirst: turn === AT_FIRST };
    const led = shield.pass(asked);
    if (led instanceof Response || led instanceof Promise) return led;
    // What is not counted takes no place, and waits for none.
    const mayWait = shares.isOn && mark === undefined && !isHead && !isAhead && isPatient(turn);
    const expiryKnown = mayWait ? states.expiryWait(ordinal) : undefined;
    if (expiryKnown !== undefined) return again(expiryKnown, request, server, turn);
    const kind = refusalOf(ordinal, code, request, userAgent, place);
    // One that has expired goes where its owner says, whatever else is asked of visits.
    const end = kind === 'gone' ? endOf(index, ordinal) : undefined;
    if (kind !== undefined && end === undefined) return refuse(kind, request);
    if (end !== undefined) tell?.({ check: 'end', address: end.address });
    const rules = ruleBook.numberOf(ordinal);
    let elsewhere: RuleTarget | undefined = end;
    if (rules >= 0 && end === undefined) {
      const verdict = ruleBook.judge(rules, asked);
      if (verdict === 'refuse') return refuse('refused', request);
      // The shield stands before the code's own rules, which may still refuse.
      elsewhere = led ?? verdict;
    } else if (end === undefined) elsewhere = led;
    // Before a pass is used up for an answer that is none.
    if (part === undefined && elsewhere === undefined && !canChoose(ordinal))
      return refuse('unavailable', request);
    if ((bits & HAS_PASSWORD) !== 0 && end === undefined && mark === undefined) {
      const answer = askPassword(
        { ordinal, place, code, request, server, isAhead, isPart: part !== undefined, ...turn },
        (admitted) => visit(request, server, { ...turn, admitted }),
      );
      if (answer !== undefined) return answer;
    }
    if (part !== undefined) return answerPart(part, ordinal, request);
    const chosen = choose(ordinal, elsewhere, mayWait);
    if (chosen instanceof Promise) return again(chosen, request, server, turn);
    if (typeof chosen === 'string') return refuse(chosen, request);
    let { address } = chosen;
    if ((bits & OPEN_LOG) !== 0) chosen.flags |= FLAG_OPEN_LOG;
    if (end !== undefined) chosen.flags |= FLAG_EXPIRED;
    const isShown = (bits & SHOWS_CONTENT) !== 0 && contentIdOf(address) !== undefined;
    const content = isShown ? contents.find(address) : undefined;
    if (isShown && content === undefined) return later(address, request, server, turn);
    if ((bits & FORWARDS_QUERY) !== 0 && !isShown && end === undefined) address = forward(address, asked);
    const mayBeOwn = !isShown && ownTargets.mayBeOwn(chosen.hostHash, visited);
    const next = mayBeOwn ? unanswered.codeAt(address, visited) : -1;
    if (next >= 0 || (mayBeOwn && ownTargets.goesOn(address, visited, request.url))) {
      const hopped = hopOn(address, next === ordinal, request, tell);
      if (hopped === undefined) return refuse('refused', request);
      address = hopped;
      if (next >= 0) chosen.flags |= FLAG_HOP;
    }
    const isHop = (chosen.flags & FLAG_HOP) !== 0;
    const jumpType = jumpTypeAfter(bits, turn, request);
    if (content !== undefined) tell?.({ check: 'content', kind: content.kind });
    const answer =
      content !== undefined
        ? contents.answer(content, address, request)
        : leadOn({ ordinal, code, key: chosen.key, chosen: jumpTypeOf(bits), jumpType }, address, request);
    // A hop matters to the journal only where it moves a rotation on.
    if (isHead || mark !== undefined || (isHop && !chosen.isCounted) || isAhead) {
      counters.uncounted++;
      return answer;
    }
    const { inner } = chosen;
    const records = inner === undefined ? 1 : 2;
    if (!recorder.hasRoom(records)) return refuse('unavailable', request);
    if (inner !== undefined) count(inner, userAgent, request, server);
    count(chosen, userAgent, request, server);
    return recorder.release(answer, request, records);
  };
  return answeringOf(unanswered, (request, server) => visit(request, server, AT_FIRST));
}

/** The address of another of our own links with the hops so far; undefined where it would go round, or went too far. */
function hopOn(
  address: string,
  isSame: boolean,
  request: Request,
  tell: VisitHandlerOptions['tell'],
): string | undefined {
  const hops = hopsOf(request.url);
  const is_refused = isSame || hops >= MAX_HOPS;
  tell?.({ check: 'own_link', hops: hops + 1, is_refused });
  return is_refused ? undefined : withHops(address, hops + 1);
}

/** Counts what it refuses. */
function createRefusal(options: Pick<VisitHandlerOptions, 'counters' | 'tell'> & PageOptions) {
  const { counters, tell } = options;
  const refusal = createRefusalPages(options);
  return (kind: RefusalKind, request: Request): Response => {
    counters.refused++;
    tell?.({ check: 'refusal', refusal: kind });
    return refusal(kind, request);
  };
}

const createForward =
  (states: Pick<ReturnType<typeof createStateRules>, 'isScanned'>, tell: Tell | undefined) =>
  (
    address: string,
    { code, ordinal, place, request }: Pick<ShieldedVisit, 'code' | 'ordinal' | 'place' | 'request'>,
  ): string => {
    const next = withQuery(address, request.url, states.isScanned(ordinal, code, request, place));
    tell?.({ check: 'query', address: next, is_changed: next !== address });
    return next;
  };

type Visit = (request: VisitRequest, server: PeerSource, turn: Turn) => Response | Promise<Response>;

/** What no code is found for: once more as the code is written that answers it anyhow, if one does. */
function missed(
  of: {
    unanswered: Pick<Unanswered, 'unknown'>;
    ownTargets: Pick<OwnTargets, 'otherwise'>;
    visit: Visit;
    visited: VisitedHost;
    turn: Turn;
  },
  request: VisitRequest,
  server: PeerSource,
): Response | Promise<Response> {
  const { params } = request;
  const code = of.ownTargets.otherwise(of.visited, params.code);
  if (code === undefined) return of.unanswered.unknown(of.visited, request, server);
  params.code = code;
  return of.visit(request, server, of.turn);
}

/** Codes with slashes around them are visits like any other; all other paths go by the rules of their host. */
function answeringOf({ forward }: Unanswered, handle: VisitHandler): AnsweringVisits {
  return {
    handle,
    forward: (request, server) => {
      const code = codeInPath(pathOf(request.url));
      if (code === undefined) return forward(request, server);
      return handle(Object.assign(request, { params: { code } }), server);
    },
  };
}

/** The path of a request's address, which holds whatever its Host header said. */
function pathOf(url: string): string {
  const scheme = url.indexOf('://');
  // A Host header that is no address leaves nothing before the path.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  const end = url.indexOf('?', start);
  return start < 0 ? '' : url.slice(start, end < 0 ? undefined : end);
}

/** Once more from the beginning when what is to be shown has come: the link may be another by then. */
function createWait(
  contents: Pick<ContentAnswers, 'fetch'>,
  refuse: (kind: RefusalKind, request: Request) => Response,
  visit: Visit,
) {
  return (address: string, request: VisitRequest, server: PeerSource, turn: Turn): Promise<Response> =>
    contents
      .fetch(address)
      .then((isThere) =>
        isThere && turn.waits < MOST_WAITS
          ? visit(request, server, { ...turn, waits: turn.waits + 1 })
          : refuse('unavailable', request),
      );
}

/** Once more from the beginning when the store has said what is left of a limit, or nobody waits for it any more. */
function createAgain(visit: Visit) {
  return (known: Promise<void>, request: VisitRequest, server: PeerSource, turn: Turn): Promise<Response> => {
    const since = turn.since === 0 ? performance.now() : turn.since;
    return known.then(() => visit(request, server, { ...turn, since }));
  };
}

const isPatient = ({ since }: Turn): boolean => since === 0 || performance.now() - since < PATIENCE_MS;

/** How often a visit has waited so far for what is shown, since when for a limit, and whom a password has let in. */
interface Turn {
  waits: number;
  /** 0: it has not. */
  since: number;
  admitted: string | undefined;
}

const AT_FIRST: Turn = { waits: 0, since: 0, admitted: undefined };

/**
 * A browser holds redirects after a form to the form's own host (`form-action`): whoever came by a password is led on by a
 * page, which leaves no more of the address behind than a redirect does.
 */
function jumpTypeAfter(bits: number, { admitted }: Turn, { method, url }: Request): number {
  const jumpType = jumpTypeOf(bits);
  if (jumpType !== JumpType.noSourceRedirect || (bits & HAS_PASSWORD) === 0) return jumpType;
  // A link that has expired since the form was shown is asked for by POST, or with a pass that nobody looks at any more.
  const isAfterForm = admitted !== undefined || method === 'POST' || url.includes(`${PASS_PARAMETER}=`);
  return isAfterForm ? JumpType.locationReplace : jumpType;
}

const notAllowed = (): Response => new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });

/** The host that a visitor came by; where links stand on no host of their own, that is the one before as well. */
function createHostMemory(): (headers: Headers) => VisitedHost {
  let last = '';
  let visited = readHost(last);
  return (headers) => {
    const header = headers.get('host') ?? '';
    if (header === last) return visited;
    visited = readHost(header);
    last = header;
    return visited;
  };
}
