import { type Clock, type KeptVisit, parseAddress, type VisitAccess } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { readKeeping } from '../kept/keeping.ts';
import { notClearedOf, oldestKept } from '../kept/kept-filter.ts';
import { keptVisit } from '../kept/read-kept.ts';
import { linkGroupOf } from '../links/link-group.ts';
import { LinkIndex } from '../links/link-index.ts';
import { splitKey } from '../links/read-stored-link.ts';
import { createVisitorFacts } from '../path/visitor-facts.ts';
import { compileShieldRules } from '../rules/shield-rules.ts';
import type { RawVisitDocument, VisitCollections } from '../store/collections.ts';

const { ObjectId } = mongoose.mongo;
const MOST_VISITS = 10_000;
const MOST_SAMPLES = 20;
const DAY_MS = 86_400_000;
/** Visits that are judged before others have a turn. */
const AT_A_TURN = 500;
/** Links that are read at once. */
const LINKS_AT_ONCE = 1_000;
/** A list that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/**
 * Holds rules against visits that are kept. They are judged in the order in which they came, by what is known of them: rates count
 * what is there, and whether somebody had scanned is not kept, so that nobody has.
 */
export function createShieldTrial(options: {
  collections: VisitCollections;
  clock: Clock;
  timeZone(): string;
}): VisitAccess['tryShield'] {
  const { timeZone } = options;
  return async ({ rules, scope, visits: wanted, days }) => {
    const most = Math.min(Math.max(wanted, 0), MOST_VISITS);
    // One more says whether there are older ones.
    const found = await latestVisits(options, { ...scope, days }, most === 0 ? 0 : most + 1);
    const visits = found.slice(Math.max(found.length - most, 0));
    const judge = compileShieldRules(JSON.stringify(rules), () => true);
    const samples: Record<string, KeptVisit[]> = {};
    const decided: Record<string, number> = {};
    const facts = factsOfKept(timeZone);
    const isByGroup = rules.some(({ groups }) => groups !== undefined);
    const groupOf = isByGroup ? await groupsOfLinks(options.collections, visits) : () => '';
    for (const [at, visit] of visits.entries()) {
      if (at % AT_A_TURN === AT_A_TURN - 1) await Bun.sleep(0);
      const verdict = judge(facts.of(visit), {
        id: () => visit.link.toHexString(),
        group: () => groupOf(visit.link),
      });
      if (verdict === undefined) continue;
      decided[verdict.number] = (decided[verdict.number] ?? 0) + 1;
      if (verdict.does === 'allow') continue;
      // The latest are told: those that came before them make room.
      const told = samples[verdict.number] ?? [];
      told.push(keptVisit(visit));
      if (told.length > MOST_SAMPLES) told.shift();
      samples[verdict.number] = told;
    }
    for (const told of Object.values(samples)) told.reverse();
    return {
      visits: visits.length,
      has_more: found.length > visits.length,
      without_language: visits.filter(({ language }) => (language ?? '') === '').length,
      first_time: visits[0]?.time.toISOString() ?? null,
      last_time: visits.at(-1)?.time.toISOString() ?? null,
      decided,
      samples,
    };
  };
}

/** The groups that codes of visits are in now. A code that is gone is in none. */
async function groupsOfLinks(
  { links }: Pick<VisitCollections, 'links'>,
  visits: readonly RawVisitDocument[],
): Promise<(link: mongo.ObjectId) => string> {
  const ids = [...new Map(visits.map(({ link }) => [link.toHexString(), link])).values()];
  const index = new LinkIndex();
  for (let at = 0; at < ids.length; at += LINKS_AT_ONCE) {
    const $in = ids.slice(at, at + LINKS_AT_ONCE);
    for (const { _id, k, v } of await links.find({ _id: { $in } }).toArray())
      index.put({ id: _id.id, ...splitKey(k), compiled: v.buffer.subarray(0, v.position) });
  }
  const groups = new Map<string, string>();
  for (let ordinal = 0; ordinal < index.end; ordinal++)
    groups.set(index.idOf(ordinal), linkGroupOf(index, ordinal));
  return (link) => groups.get(link.toHexString()) ?? '';
}

/** The latest visits of a scope that are kept and not in the bin, the first of them first. */
async function latestVisits(
  { clock, collections }: { clock: Clock; collections: VisitCollections },
  {
    link,
    owner,
    days: asked,
  }: { link?: string | undefined; owner?: string | undefined; days: number | undefined },
  limit: number,
): Promise<RawVisitDocument[]> {
  if (limit === 0) return [];
  const { days } = await readKeeping(collections);
  const filter = {
    ...(link === undefined ? {} : { link: new ObjectId(link) }),
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    time: { $gte: new Date(Math.max(oldestKept(clock, days), clock.now() - (asked ?? days) * DAY_MS)) },
    ...(await notClearedOf(collections, link === undefined ? undefined : [new ObjectId(link)])),
  } as mongo.Filter<RawVisitDocument>;
  const rows = await collections.rawVisits
    .find(filter, { maxTimeMS: TIME_LIMIT_MS })
    .sort({ time: -1 })
    .limit(limit)
    .toArray();
  return rows.reverse();
}

/** Facts of a visit as it was kept. What nobody has kept of it is as good as unknown. */
function factsOfKept(timeZone: () => string) {
  let visit: RawVisitDocument | undefined;
  const clock: Clock = { now: () => visit?.time.getTime() ?? 0, date: () => visit?.time ?? new Date(0) };
  const facts = createVisitorFacts({
    writeClientAddress: (_request, _server, bytes, offset) =>
      bytes.set(parseAddress(visit?.ip ?? '') ?? new Uint8Array(ADDRESS_BYTES), offset),
    timeZone,
    clock,
    // A rule that takes a share of visits draws anew each time: it is held against the middle.
    random: { bytes: (length) => new Uint8Array(length), number: () => 0.5 },
    agentOf: () => ({ ...emptyAgent, ...visit }) as never,
    locationOf: () => ({ country: '', location: '', isp: '', ...visit }) as never,
  });
  return {
    of(next: RawVisitDocument) {
      visit = next;
      const headers = new Headers();
      if (next.language !== undefined && next.language !== '') headers.set('accept-language', next.language);
      if (next.referrer !== '') headers.set('referer', `https://${next.referrer}/`);
      return facts.of(
        new Request('http://localhost/', { headers }),
        { requestIP: () => null },
        next.agent,
        () => false,
        { isCounted: true, scope: 0 },
      );
    },
  };
}

const emptyAgent = { kind: 'other', device: '', system: '', browser: '', app: '' };
