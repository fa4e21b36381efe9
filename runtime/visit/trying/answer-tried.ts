import type { Clock, Logger, Random, TriedStep, TriedVisit, TriedVisitor } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES, parseAddress } from '../../sdk/address.ts';
import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import { FLAG_CRAWLER, FLAG_REFUSED } from '../journal/format.ts';
import type { Content } from '../links/link-content.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { createBlockedCheck } from '../path/blocked-visitors.ts';
import { figureOf } from '../path/count-visit.ts';
import { MAX_HOPS } from '../path/own-targets.ts';
import { createVisitHandler, type VisitRequest } from '../path/visit-handler.ts';
import { createVisitorFacts } from '../path/visitor-facts.ts';
import { isCrawler } from '../rules/crawlers.ts';
import type { PasswordPasses } from '../rules/password-pass.ts';
import type { ScannedLink, ScanTokens } from '../rules/scan-token.ts';
import { UNSHARED } from '../shares/shares.ts';
import type { VisitSurroundings } from './surroundings.ts';
import { addressOf, isByChance, joinRounds } from './told-steps.ts';

/** What a tried visit is answered with. */
export interface TryingParts {
  surroundings: Omit<VisitSurroundings, 'answered'>;
  scanTokens: ScanTokens;
  passwordPasses: PasswordPasses;
  timeZone(): string;
  random: Random;
  log: Logger;
  agentOf: (userAgent: string) => Agent;
  locationOf: (address: Buffer) => Location;
  loadContent(id: string): Promise<Content | undefined>;
}

const NOBODY: PeerSource = { requestIP: () => null };

/**
 * What a visit of a link gets, by the handler that answers all visits, over an index of the trial's own: there is no journal behind
 * it, no pass to use up and no password to look at, so that nothing stays of it.
 * @param index holds the link and what it leads to; whatever the visit would change is changed in it alone
 */
export async function answerTried(
  parts: TryingParts,
  { index, link, visitor }: { index: LinkIndex; link: ScannedLink; visitor: TriedVisitor },
): Promise<TriedVisit> {
  const rounds: TriedStep[][] = [];
  const handle = handlerFor(parts, { index, visitor }, (step) => {
    // From the beginning again: something had to be fetched first, or a password was right.
    if (step.check === 'block_list') rounds[rounds.length - 1] = [];
    rounds.at(-1)?.push(step);
  });
  let address = firstAddress(parts, link, visitor);
  let answer: Response;
  do {
    rounds.push([]);
    answer = await handle(requestOf(address, visitor), NOBODY);
    address = answer.headers.get('location') ?? '';
  } while (rounds.at(-1)?.at(-1)?.check === 'pass_on' && rounds.length <= MAX_HOPS);
  const steps = joinRounds(rounds);
  return {
    steps,
    status: answer.status,
    location: answer.headers.get('location'),
    address: addressOf(steps),
    is_by_chance: isByChance(steps),
  };
}

function handlerFor(
  parts: TryingParts,
  { index, visitor }: { index: LinkIndex; visitor: TriedVisitor },
  tell: (step: TriedStep) => void,
) {
  const { log, passwordPasses, random, scanTokens, surroundings, timeZone } = parts;
  const { blocked, bots, isPluginActive, ownBlocks, place, templates } = surroundings;
  const now = Date.parse(visitor.time);
  const clock: Clock = { now: () => now, date: () => new Date(now) };
  const writeClientAddress = addressWriter(visitor.ip);
  const isServer = createBlockedCheck({ blocked: bots, writeClientAddress });
  const contents = new Map<string, Content>();
  const locationOf = visitor.place === undefined ? parts.locationOf : () => visitor.place as Location;
  const facts = { writeClientAddress, timeZone, clock, random, agentOf: parts.agentOf, locationOf };
  return createVisitHandler({
    index,
    blocked,
    ownBlocks,
    templates,
    isPluginActive,
    writeClientAddress,
    scanTokens,
    clock,
    random,
    log,
    tell,
    shares: UNSHARED,
    ownHosts: place.ownHosts,
    goneHosts: place.goneHosts ?? [],
    reportUrl: place.reportUrl,
    languages: place.languages,
    isCaughtUp: () => true,
    areCountsKnown: () => true,
    recorder: { hasRoom: () => true, release: (answer) => answer },
    count: ({ flags }, userAgent, request, server) => {
      if ((flags & FLAG_REFUSED) !== 0) return;
      const isBot = isCrawler(userAgent) || isServer(request, server);
      tell({ check: 'count', figure: figureOf(isBot ? flags | FLAG_CRAWLER : flags) });
    },
    contents: {
      find: (id) => contents.get(id),
      load: async (id) => {
        const content = await parts.loadContent(id);
        if (content !== undefined) contents.set(id, content);
        return content;
      },
    },
    facts: createVisitorFacts(facts),
    // Whoever knows the password comes back with a pass of its own, which nobody has to make or to remember.
    passwordPasses: visitor.knows_password
      ? { make: passwordPasses.make, read: () => ({ name: '', age: 0 }) }
      : passwordPasses,
    passwords: { look: async () => 'wrong', useOnce: async () => true },
    counters: { counted: 0, crawlers: 0, hops: 0, expired: 0, uncounted: 0, refused: 0 },
  }).handle;
}

function addressWriter(ip: string): ClientAddressWriter {
  const address = parseAddress(ip) ?? new Uint8Array(ADDRESS_BYTES);
  return (_request, _server, bytes, offset) => bytes.set(address, offset);
}

/** The address by which the visitor comes; a link without a host stands on the installation's own. */
function firstAddress(
  { scanTokens, surroundings }: Pick<TryingParts, 'scanTokens' | 'surroundings'>,
  link: ScannedLink,
  { is_scanned, query }: TriedVisitor,
): string {
  const own = new URL(surroundings.place.reportUrl);
  const origin = link.host === '' ? own.origin : `https://${link.host}`;
  const url = new URL(`${origin}/${link.code}`);
  url.search = query;
  if (!is_scanned) return url.href;
  // As text: what stands there is not written anew.
  url.search = `${url.search}${url.search === '' ? '?' : '&'}s=${scanTokens.scanToken(link)}`;
  return url.href;
}

function requestOf(address: string, visitor: TriedVisitor): VisitRequest {
  const url = new URL(address);
  const headers = new Headers({ host: url.host });
  const given = {
    'user-agent': visitor.user_agent,
    'accept-language': visitor.accept_language,
    referer: visitor.referrer,
  };
  for (const [name, value] of Object.entries(given)) if (value !== '') headers.set(name, value);
  return Object.assign(new Request(url, { headers }), { params: { code: url.pathname.slice(1) } });
}
