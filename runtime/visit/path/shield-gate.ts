import type { Logger } from '@waypost/sdk';
import type { PeerSource } from '../../process/client-address.ts';
import type { RefusalKind } from '../answers/words.ts';
import { FLAG_HOP, FLAG_OPEN_LOG, FLAG_REFUSED } from '../journal/format.ts';
import { within } from '../links/arena.ts';
import { OPEN_LOG } from '../links/compiled-link.ts';
import { EVERYBODY, SHIELD_HOST } from '../links/compiled-shield.ts';
import { linkGroupOf } from '../links/link-group.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { ruleNumberOf } from '../links/record.ts';
import { OWNER, pluginOf, ROW_WORDS, RULES } from '../links/rows.ts';
import {
  type CompiledShield,
  compileShieldRules,
  type ShieldedLink,
  type ShieldVerdict,
} from '../rules/shield-rules.ts';
import type { RuleTarget } from '../rules/visit-rules.ts';
import type { CountVisit } from './count-visit.ts';
import type { Recorder } from './recorder.ts';
import type { createStateRules } from './state-rules.ts';
import type { Tell } from './tell.ts';
import { tellShield } from './tell-shield.ts';
import type { VisitorFacts } from './visitor-facts.ts';

/** A visit that shields are asked about. */
export interface ShieldedVisit {
  /** Of the link that is to be answered. */
  ordinal: number;
  /** Where the visit stands, which is another link's place on the way to this one. */
  place: number;
  code: string;
  request: Request;
  server: PeerSource;
  userAgent: string;
  /** Whether it counts where it is refused: no look, and nobody's browser that only loads ahead. */
  isCounted: boolean;
  /** Whether rates count it: not on a host before the one that answers, nor when it begins anew. */
  isFirst: boolean;
}

/** The rules of the platform and of a code's owner, asked before what the code says itself. */
export interface ShieldGate {
  /** The answer to a visit that is refused; where one is led that is to be led elsewhere; undefined for all others. */
  pass(visit: ShieldedVisit): Response | Promise<Response> | RuleTarget | undefined;
}

/** Not the last hop of a chain to whoever does not know the other flag: in no sum of views. */
const REFUSED_FLAGS = FLAG_HOP | FLAG_REFUSED;

/** Rules of a newer release, or damaged ones, cannot be judged: the visit is refused rather than let through. */
const refuseAll: CompiledShield = () => ({ does: 'refuse', number: 0, page: 'refused' });

export function createShieldGate(options: {
  index: LinkIndex;
  facts: VisitorFacts;
  states: Pick<ReturnType<typeof createStateRules>, 'isScanned'>;
  recorder: Pick<Recorder, 'hasRoom' | 'release'>;
  count: CountVisit;
  isPluginActive(plugin: string): boolean;
  refuse(kind: RefusalKind, request: Request): Response;
  log: Logger;
  tell?: Tell | undefined;
}): ShieldGate {
  const { count, facts, index, isPluginActive, log, recorder, refuse, tell } = options;
  /** By the number of their text. */
  const compiled: (CompiledShield | undefined)[] = [];
  /** Hex by the number of an owner. */
  const owners: (string | undefined)[] = [];
  let host = -1;
  /** The link that is being judged; no visit waits in between. */
  let asked = -1;
  // Many rules ask for the same two.
  let id: string | undefined;
  let group: string | undefined;
  const link: ShieldedLink = {
    id: () => {
      id ??= index.idOf(asked);
      return id;
    },
    group: () => {
      group ??= linkGroupOf(index, asked);
      return group;
    },
  };

  const hostNumber = (): number => {
    if (host < 0) host = index.hosts.numberOf(SHIELD_HOST);
    return host;
  };
  const rulesOf = (number: number, isPlatform: boolean): CompiledShield => {
    const known = compiled[number];
    if (known !== undefined) return known;
    let rules = refuseAll;
    try {
      rules = compileShieldRules(
        index.rules.nameOf(number),
        isPluginActive,
        tell && tellShield(tell, isPlatform),
      );
    } catch (error) {
      log.error({ error }, 'rules of a shield cannot be read: visits under it are refused');
    }
    compiled[number] = rules;
    return rules;
  };
  const ownerOf = (number: number): string => {
    let owner = owners[number];
    if (owner === undefined) {
      owner = Buffer.from(index.owners.nameOf(number), 'latin1').toString('hex');
      owners[number] = owner;
    }
    return owner;
  };
  /** What the set of an owner, or of everybody, says of the visit that the facts are of. */
  const judge = (code: string): ShieldVerdict | undefined => {
    const ordinal = index.find(hostNumber(), code);
    if (ordinal < 0) return undefined;
    // One that is off has no rules in force: nobody is refused by what cannot be changed.
    if (!isPluginActive(index.plugins.nameOf(pluginOf(index.rows[ordinal * ROW_WORDS + RULES] as number))))
      return undefined;
    const position = index.recordOf(ordinal);
    const number = ruleNumberOf(index.arena.bytesAt(position), within(position));
    return number < 0 ? undefined : rulesOf(number, code === EVERYBODY)(facts, link);
  };

  return {
    pass(visit) {
      if (!index.hasLinksAt(hostNumber())) return undefined;
      const { isCounted, isFirst, ordinal, request, server, userAgent } = visit;
      const row = ordinal * ROW_WORDS;
      // What a plugin that is off has made is there for nobody.
      if (!isPluginActive(index.plugins.nameOf(pluginOf(index.rows[row + RULES] as number))))
        return undefined;
      facts.of(
        request,
        server,
        userAgent,
        () => options.states.isScanned(ordinal, visit.code, request, visit.place),
        { isCounted: isCounted && isFirst, scope: 0 },
      );
      asked = ordinal;
      id = undefined;
      group = undefined;
      let verdict = judge(EVERYBODY);
      // What the platform lets through an owner may still refuse.
      if (verdict === undefined || verdict.does === 'allow')
        verdict = judge(ownerOf(index.rows[row + OWNER] as number));
      else if (verdict.does === 'lead') {
        const own = judge(ownerOf(index.rows[row + OWNER] as number));
        if (own?.does === 'refuse') verdict = own;
      }
      if (verdict === undefined || verdict.does === 'allow') return undefined;
      if (verdict.does === 'lead') return verdict.target;
      if (!isCounted || verdict.number === 0) return refuse(verdict.page, request);
      if (!recorder.hasRoom()) return refuse('unavailable', request);
      const log = (index.bitsOf(ordinal) & OPEN_LOG) === 0 ? 0 : FLAG_OPEN_LOG;
      count(
        { ordinal, target: -1, key: verdict.number, flags: REFUSED_FLAGS | log },
        userAgent,
        request,
        server,
      );
      return recorder.release(refuse(verdict.page, request), request);
    },
  };
}
