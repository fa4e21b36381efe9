import { formatAddress } from '../../sdk/address.ts';
import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { FLAG_CRAWLER } from '../journal/format.ts';
import { shortened } from '../kept/shortened.ts';
import { COLLECTIONS, type VisitorDocument } from '../store/collections.ts';
import { ADDRESS_KEYS, FRESH_KEYS } from './breakdown.ts';
import { addCame } from './days-before.ts';
import type { Derivation } from './derivation.ts';
import { OF_ENTRIES, OF_LANGUAGES, readCampaign } from './dimensions.ts';
import { binary, bytesOf, keyOfBinary, objectId } from './ids.ts';
import { addHours, dayOf } from './recent-hours.ts';
import { AT_A_TURN, type StoreCommands, type UpdateStatement } from './store-commands.ts';
import {
  addAddressHours,
  type BatchTally,
  type DayTally,
  emptyDay,
  entry,
  type VisitorTally,
} from './tally.ts';

/** What is stored of a visitor and decides what a batch adds. */
type KnownVisitor = Pick<VisitorDocument, 'days' | 'kinds' | 'recent' | 'last'>;

/** The visitors of a batch that were here before. */
export async function readVisitors(
  store: StoreCommands,
  tally: BatchTally,
): Promise<Map<string, KnownVisitor>> {
  const asked = [...tally.visitors.keys()].sort().map(binary);
  const known = new Map<string, KnownVisitor>();
  const projection = { days: 1, kinds: 1, recent: 1, last: 1 } as const;
  for (const row of await store.find<VisitorDocument>(COLLECTIONS.visitors, asked, projection)) {
    known.set(keyOfBinary(row._id), row);
  }
  return known;
}

/** Writes visitors, and adds to the tally which of them are new: ever, and on each day. Answers those that are new. */
export async function aggregateVisitors(
  store: StoreCommands,
  tally: BatchTally,
  known: ReadonlyMap<string, KnownVisitor>,
  { agentOf, locationOf }: Derivation,
): Promise<string[]> {
  const made: string[] = [];
  const inserts: VisitorDocument[] = [];
  const updates: UpdateStatement[] = [];
  const handOver = (): void => {
    store.insert(COLLECTIONS.visitors, inserts.splice(0));
    store.update(COLLECTIONS.visitors, updates.splice(0));
  };
  for (const visitor of inOrder(tally.visitors)) {
    if (inserts.length + updates.length >= AT_A_TURN) {
      handOver();
      await store.turn();
    }
    const { days: codeDays } = tally.codes.get(visitor.link) as { days: Map<number, DayTally> };
    const before = known.get(visitor.key);
    const agent = agentOf(visitor.agent);
    const days = visitor.days.map(dayOf);
    const added = before === undefined ? days : days.filter((day) => !before.days.includes(day));
    for (const day of added) {
      const figures = entry(codeDays, day, emptyDay);
      figures.addresses++;
      figures.addressKeys.push(ADDRESS_KEYS[agent.kind]);
    }
    const kinds = addCame(codeDays, before, added, agent.kind);
    const { recent, added: hours } = addHours(before?.recent, before?.days ?? [], visitor.days);
    addAddressHours(codeDays, hours);
    if (before === undefined) {
      const figures = entry(codeDays, Math.min(...days), emptyDay);
      figures.fresh++;
      figures.parts.push(FRESH_KEYS[agent.kind]);
      made.push(visitor.key);
      const document = newVisitor(visitor, agent, locationOf(visitor.address));
      inserts.push({ ...document, days, kinds, recent: [...recent] });
      continue;
    }
    const isLatest = visitor.last >= before.last.getTime();
    updates.push({
      q: { _id: binary(visitor.key) },
      u: {
        $inc: { count: visitor.count },
        $min: { first: new Date(visitor.first) },
        ...(added.length === 0 ? {} : { $push: { days: { $each: added } } }),
        ...(isLatest || hours.length > 0 || added.length > 0
          ? {
              $set: {
                ...(added.length > 0 ? { kinds } : {}),
                ...(hours.length > 0 ? { recent } : {}),
                ...(isLatest ? latestFacts(visitor, agent) : {}),
              },
            }
          : {}),
      },
    });
  }
  handOver();
  return made;
}

/** In the order of their ids: rows that lie beside each other are written one after the other. */
const inOrder = (visitors: BatchTally['visitors']): VisitorTally[] =>
  [...visitors.values()].sort((one, other) => (one.key < other.key ? -1 : 1));

/** What a visitor's last visit tells. */
function latestFacts(visitor: VisitorTally, agent: Agent): Partial<VisitorDocument> {
  return {
    last: new Date(visitor.last),
    owner: objectId(visitor.owner),
    ...agent,
    agent: visitor.agent,
    referrer: visitor.referrer,
  };
}

function newVisitor(
  visitor: VisitorTally,
  agent: Agent,
  location: Location,
): Omit<VisitorDocument, 'days' | 'kinds' | 'recent'> {
  return {
    _id: binary(visitor.key),
    ip: formatAddress(bytesOf(visitor.address)),
    owner: objectId(visitor.owner),
    first: new Date(visitor.first),
    last: new Date(visitor.last),
    count: visitor.count,
    ...location,
    ...agent,
    agent: visitor.agent,
    referrer: visitor.referrer,
  };
}

/** What only some visits say: nothing is written for the others. */
function saidBy({ language, campaign, flags }: JournalVisit): Record<string, string> {
  const { source, medium, name } = readCampaign(campaign);
  const said = {
    language: OF_LANGUAGES.language.read(language),
    utm_source: source,
    utm_medium: medium,
    utm_campaign: name,
    entry: OF_ENTRIES.entry.read(flags),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
}

/** A visit as it is kept where the log of its link is open; `isShort`: without what tells one address from its neighbours. */
export function rawVisit(
  { journalId, isShort }: { journalId: string; isShort: boolean },
  visit: JournalVisit,
  { agentOf, locationOf }: Derivation,
): Record<string, unknown> {
  const address = bytesOf(visit.address);
  return {
    _id: `${journalId}:${visit.sequence}`,
    link: objectId(visit.link),
    owner: objectId(visit.owner),
    time: new Date(visit.time),
    ip: formatAddress(isShort ? shortened(address) : address),
    ...(isShort ? { isShort } : {}),
    target: visit.targetKey,
    isCrawler: (visit.flags & FLAG_CRAWLER) !== 0,
    ...locationOf(visit.address),
    ...agentOf(visit.userAgent),
    agent: visit.userAgent,
    referrer: visit.referrer,
    ...saidBy(visit),
  };
}
