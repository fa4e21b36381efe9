import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { FLAG_CRAWLER } from '../journal/format.ts';
import { formatAddress } from '../rules/address.ts';
import { COLLECTIONS, type CodeDocument, type VisitorDocument } from '../store/collections.ts';
import { binary, bytesOf, keyOfBinary, objectId } from './ids.ts';
import type { StoreCommands, UpdateStatement } from './store-commands.ts';
import { type BatchTally, type DayTally, emptyDay, entry, type VisitorTally } from './tally.ts';

/** What the folder derives from a visit; pure functions with caches of their own. */
export interface Derivation {
  agentOf(userAgent: string): Agent;
  locationOf(address: string): Location;
}

/** Writes visitors, and adds to the tally which of them are new: ever, and on each day. */
export async function foldVisitors(
  store: StoreCommands,
  tally: BatchTally,
  codes: ReadonlyMap<string, CodeDocument>,
  { agentOf, locationOf }: Derivation,
): Promise<void> {
  // A link that was never visited has no visitors to look for.
  const asked = [...tally.visitors.values()]
    .filter(({ link }) => codes.has(link))
    .map(({ key }) => binary(key));
  const known = new Map<string, Pick<VisitorDocument, 'days' | 'last'>>();
  const projection = { days: 1, last: 1 } as const;
  for (const row of await store.find<VisitorDocument>(COLLECTIONS.visitors, asked, projection)) {
    known.set(keyOfBinary(row._id), row);
  }
  const inserts: VisitorDocument[] = [];
  const updates: UpdateStatement[] = [];
  for (const visitor of tally.visitors.values()) {
    const { days: codeDays } = tally.codes.get(visitor.link) as { days: Map<number, DayTally> };
    const before = known.get(visitor.key);
    const added =
      before === undefined ? visitor.days : visitor.days.filter((day) => !before.days.includes(day));
    for (const day of added) entry(codeDays, day, emptyDay).addresses++;
    if (before === undefined) {
      entry(codeDays, Math.min(...visitor.days), emptyDay).fresh++;
      inserts.push(newVisitor(visitor, agentOf(visitor.agent), locationOf(visitor.address)));
      continue;
    }
    const isLatest = visitor.last >= before.last.getTime();
    const { device, system, app, browser } = agentOf(visitor.agent);
    updates.push({
      q: { _id: binary(visitor.key) },
      u: {
        $inc: { count: visitor.count },
        $min: { first: new Date(visitor.first) },
        ...(added.length === 0 ? {} : { $push: { days: { $each: added } } }),
        ...(isLatest
          ? {
              $set: {
                last: new Date(visitor.last),
                owner: objectId(visitor.owner),
                agent: visitor.agent,
                referrer: visitor.referrer,
                device,
                system,
                app,
                browser,
              },
            }
          : {}),
      },
    });
  }
  await store.insert(COLLECTIONS.visitors, inserts);
  await store.update(COLLECTIONS.visitors, updates);
}

function newVisitor(visitor: VisitorTally, agent: Agent, location: Location): VisitorDocument {
  return {
    _id: binary(visitor.key),
    ip: formatAddress(bytesOf(visitor.address)),
    owner: objectId(visitor.owner),
    first: new Date(visitor.first),
    last: new Date(visitor.last),
    count: visitor.count,
    days: visitor.days,
    ...location,
    ...agent,
    agent: visitor.agent,
    referrer: visitor.referrer,
  };
}

/** A visit as it is kept where the log of its link is open. */
export function rawVisit(
  journalId: string,
  visit: JournalVisit,
  { agentOf, locationOf }: Derivation,
): Record<string, unknown> {
  return {
    _id: `${journalId}:${visit.sequence}`,
    link: objectId(visit.link),
    owner: objectId(visit.owner),
    time: new Date(visit.time),
    ip: formatAddress(bytesOf(visit.address)),
    target: visit.targetKey,
    isCrawler: (visit.flags & FLAG_CRAWLER) !== 0,
    ...locationOf(visit.address),
    ...agentOf(visit.userAgent),
    agent: visit.userAgent,
    referrer: visit.referrer,
  };
}
