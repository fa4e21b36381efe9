import { readFileSync } from 'node:fs';
import mongoose, { type mongo } from 'mongoose';
import { visitorsOfAddresses } from '../../runtime/visit/statistics/visitors-of-addresses.ts';
import { type VisitCollections, visitCollections } from '../../runtime/visit/store/collections.ts';
import { figuresOf } from '../../runtime/visit/sums/fold-code.ts';
import { ALL_DAYS, hexOf, withPending } from '../../runtime/visit/sums/pending.ts';
import { requestOfAddress } from './request-address.ts';

const { ObjectId } = mongoose.mongo;
const REDIRECT = 302;

/** What the client wrote down. */
export interface ClientLog {
  /** Code by request. */
  sent: Map<number, string>;
  /** Status by request. */
  answered: Map<number, number>;
}

export function readClientLog(file: string): ClientLog {
  const log: ClientLog = { sent: new Map(), answered: new Map() };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [kind, id, rest] = line.split(' ');
    if (kind === 'S') log.sent.set(Number(id), String(rest));
    else if (kind === 'A') log.answered.set(Number(id), Number(rest));
  }
  return log;
}

export interface Verdict {
  sent: number;
  answered: number;
  /** Answers without a target, by status: what a visitor meets while processes start. */
  refused: Record<number, number>;
  counted: number;
  /** One sentence a fault; none: promise 1 of docs/product.md holds. */
  faults: string[];
}

/** Holds what is stored against what the client saw: docs/product.md, promise 1. `links` are link ids by code. */
export async function verify(
  database: mongo.Db,
  log: ClientLog,
  place: { links: ReadonlyMap<string, string>; owners: readonly string[] },
): Promise<Verdict> {
  const collections = visitCollections(database);
  const faults: string[] = [];
  const owners = { $in: place.owners.map((owner) => new ObjectId(owner)) };
  const raw = await collections.rawVisits.find({ owner: owners }).toArray();
  const times = new Map<number, number>();
  const byLink = new Map<string, number>();
  for (const { ip, link } of raw) {
    const id = requestOfAddress(ip);
    times.set(id, (times.get(id) ?? 0) + 1);
    byLink.set(link.toHexString(), (byLink.get(link.toHexString()) ?? 0) + 1);
    const code = log.sent.get(id);
    if (code === undefined) faults.push(`a visit from ${ip} was never sent`);
    else if (place.links.get(code) !== link.toHexString())
      faults.push(`request ${id} for ${code} is stored for another link`);
  }
  let redirected = 0;
  const refused: Record<number, number> = {};
  for (const id of log.sent.keys()) {
    const status = log.answered.get(id);
    const counted = times.get(id) ?? 0;
    if (status === REDIRECT) redirected++;
    else if (status !== undefined) refused[status] = (refused[status] ?? 0) + 1;
    if (status === REDIRECT && counted !== 1)
      faults.push(`request ${id} was answered and is counted ${counted} times`);
    if (status === undefined && counted > 1)
      faults.push(`request ${id} was cut off and is counted ${counted} times`);
    if (status !== undefined && status !== REDIRECT && counted !== 0) {
      faults.push(`request ${id} was answered ${status} and is counted ${counted} times`);
    }
  }
  faults.push(...(await compareSums(collections, byLink, place)));
  for (const { _id, visits } of await collections.unaccounted.find().toArray())
    faults.push(`${visits} visits are unaccounted at ${_id} although no byte was destroyed`);
  return {
    sent: log.sent.size,
    answered: redirected,
    refused,
    counted: raw.length,
    faults,
  };
}

const sumOf = (hours: Record<string, number>): number =>
  Object.values(hours).reduce((sum, visits) => sum + visits, 0);

/** What is stored of a code: in its documents, and of days that are not over. */
async function storedOf(collections: VisitCollections, link: string) {
  const first = Buffer.concat([Buffer.from(link, 'hex'), Buffer.alloc(4, 0)]);
  const last = Buffer.concat([Buffer.from(link, 'hex'), Buffer.alloc(4, 255)]);
  const range = { $gte: new mongoose.mongo.Binary(first), $lte: new mongoose.mongo.Binary(last) };
  return withPending(collections, async (pending, options) => {
    const total = await collections.codes.findOne({ _id: new ObjectId(link) }, options);
    const days = await collections.codeDays.find({ _id: range }, options).toArray();
    const open = (await pending.told(link, ALL_DAYS)).map((sum) => ({
      ...figuresOf(sum.day, sum),
      owner: hexOf(sum.owner),
    }));
    const all = [...days, ...(total === null ? [] : [total.today]), ...open];
    return {
      views: open.reduce((sum, { views }) => sum + views, total?.views ?? 0),
      addresses: open.reduce((sum, { fresh }) => sum + fresh, total?.addresses ?? 0),
      hourly: all.reduce((sum, { hours = {} }) => sum + sumOf(hours), 0),
      owner: open.at(-1)?.owner ?? total?.owner.toHexString(),
    };
  });
}

/** Code totals, hourly sums, visitors and owners' sums must tell what the raw visits tell. */
async function compareSums(
  collections: VisitCollections,
  byLink: ReadonlyMap<string, number>,
  place: { links: ReadonlyMap<string, string>; owners: readonly string[] },
): Promise<string[]> {
  const faults: string[] = [];
  const expect = (what: string, actual: number, wanted: number): void => {
    if (actual !== wanted) faults.push(`${what} is ${actual}, the raw visits are ${wanted}`);
  };
  const perOwner = new Map<string, number>();
  for (const [code, link] of place.links) {
    const wanted = byLink.get(link) ?? 0;
    const stored = await storedOf(collections, link);
    expect(`views of ${code}`, stored.views, wanted);
    expect(`addresses of ${code}`, stored.addresses, wanted);
    expect(`hours of ${code}`, stored.hourly, wanted);
    const { owner } = stored;
    if (owner !== undefined) perOwner.set(owner, (perOwner.get(owner) ?? 0) + wanted);
  }
  for (const owner of place.owners) {
    const wanted = perOwner.get(owner) ?? 0;
    const days = await collections.scopeDays.find({ scope: new ObjectId(owner) }).toArray();
    expect(
      `views of owner ${owner}`,
      days.reduce((sum, { views }) => sum + views, 0),
      wanted,
    );
    expect(
      `hours of owner ${owner}`,
      days.reduce((sum, { hours = {} }) => sum + sumOf(hours), 0),
      wanted,
    );
    expect(
      `addresses of owner ${owner}`,
      days.reduce((sum, { addresses }) => sum + addresses, 0),
      wanted,
    );
    const visitors = await collections.visitors
      .find({ owner: new ObjectId(owner) }, { projection: { count: 1, ip: 1 } })
      .toArray();
    expect(`visitors of owner ${owner}`, visitors.length, wanted);
    // Whoever is noted by their addresses was written with them, whatever was killed between.
    const ips = visitors.map(({ ip }) => ip);
    const found = await visitorsOfAddresses(collections, { ips }, { link: undefined, most: ips.length * 2 });
    const ids = new Set(found?.map((id) => Buffer.from(id.buffer).toString('hex')));
    expect(
      `visitors of owner ${owner} by their addresses`,
      visitors.filter(({ _id }) => ids.has(Buffer.from(_id.buffer).toString('hex'))).length,
      wanted,
    );
  }
  return faults;
}
