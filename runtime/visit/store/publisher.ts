import {
  errors,
  type RetiredLink,
  type VisitForwards,
  type VisitLink,
  type VisitPool,
  type VisitShield,
} from '@waypost/contract';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import { compileForwards, forwardsKey } from '../links/compiled-forwards.ts';
import { compileLink, compilePassing, compileRetired } from '../links/compiled-link.ts';
import { compilePool, poolKey } from '../links/compiled-pool.ts';
import { compileShield, shieldKey } from '../links/compiled-shield.ts';
import { placesOf } from '../links/link-places.ts';
import { splitKey } from '../links/read-stored-link.ts';
import { viewsOf } from '../sums/views-of.ts';
import { type LinkDocument, type VisitCollections, visitCollections } from './collections.ts';
import { contentsOf, keepContents } from './contents.ts';
import { type OwnChanges, removalKey } from './own-changes.ts';
import { readTargetCounts } from './target-counts.ts';

const { Binary, MongoClient, ObjectId } = mongoose.mongo;
const WRITES_AT_ONCE = 1000;

export interface LinkPublisher {
  /**
   * Adds or replaces links, in the caller's transaction so that a code and its link appear together.
   * Throws 422 `visit_content_unknown` for a picture that was not kept, 409 `duplicate` (field `short_code`) when another link has (host, code); RangeError for a bad target.
   */
  publish(links: readonly VisitLink[], session?: ClientSession): Promise<void>;
  /**
   * Adds or replaces pools, with what their items have taken as far as it is in the sums; `withdraw` forgets them.
   * Throws 422 `visit_content_unknown` for a picture that was not kept; RangeError for a bad address.
   */
  publishPools(pools: readonly VisitPool[], session?: ClientSession): Promise<void>;
  /**
   * Adds or replaces the rules of hosts; `withdraw` forgets them. Throws 409 `duplicate` when a host has some under another id;
   * RangeError for rules that are not allowed.
   */
  publishForwards(forwards: readonly VisitForwards[], session?: ClientSession): Promise<void>;
  /**
   * Adds or replaces rules of owners and of the platform; `withdraw` forgets them. Throws 409 `duplicate` when an owner has some under
   * another id; RangeError for an address that is not allowed.
   */
  publishShields(shields: readonly VisitShield[], session?: ClientSession): Promise<void>;
  /**
   * Leaves nothing of links but their addresses: visits answer 410, and `publish` of another link there is 409.
   * `withdraw` gives an address free.
   */
  retire(links: readonly RetiredLink[], session?: ClientSession): Promise<void>;
  /** Forgets links for good; visits to them then answer 404. Their statistics stay. */
  withdraw(linkIds: readonly string[], session?: ClientSession): Promise<void>;
}

/** A transaction belongs to one client; the caller's need not be the one that `database` was made with. */
function databaseOf(session: ClientSession | undefined, database: mongo.Db): mongo.Db {
  const client = session !== undefined && 'client' in session ? session.client : undefined;
  return client instanceof MongoClient ? client.db(database.databaseName) : database;
}

/** Counted visits of the links that expire by them, as far as they are in the sums. */
async function viewsOfLimited(
  collections: Pick<VisitCollections, 'codes' | 'marks' | 'markRuns'>,
  links: readonly VisitLink[],
  session: ClientSession | undefined,
): Promise<ReadonlyMap<string, number>> {
  const limited = links.filter(({ expires_after }) => expires_after !== undefined);
  if (limited.length === 0) return new Map();
  return viewsOf(
    collections,
    limited.map(({ id }) => id),
    session,
  );
}

const addressOf = ({ host, code }: Pick<RetiredLink, 'host' | 'code'>): string => `${host}/${code}`;

/** Where retired links stay: on the hosts that are said, else where they stand. `of`: the link of which it is a further host. */
function retiredPlaces(
  links: readonly RetiredLink[],
  standing: ReadonlyMap<string, { host: string; code: string }>,
): (RetiredLink & { of?: string })[] {
  return links.flatMap(({ printed, ...link }) => {
    if (printed === undefined) return [{ ...link, ...standing.get(link.id) }];
    const { passing } = placesOf({ ...link, printed });
    return [link, ...passing.map(({ id, host }) => ({ ...link, id, host, of: link.id }))];
  });
}

const keyOfShield = ({ owner }: VisitShield): string => shieldKey(owner);
const compiledShield = (shield: VisitShield) => ({ v: new Binary(compileShield(shield)) });

/** Writes documents of links or of pools, each under its key. */
type Write = <L extends { id: string }>(
  links: readonly L[],
  keyOf: (link: L) => string,
  compile: (link: L) => { v: mongo.Binary; c?: string; m?: mongo.ObjectId },
  session: ClientSession | undefined,
) => Promise<void>;

function createPoolPublisher(
  write: Write,
  collectionsFor: (session: ClientSession | undefined) => VisitCollections,
): LinkPublisher['publishPools'] {
  return async (pools, session) => {
    const collections = collectionsFor(session);
    const shown = new Map(pools.map((pool) => [pool.id, contentsOf({ targets: pool.items })] as const));
    await keepContents(collections, [...shown.values()].flat(), session);
    const ids = pools.map(({ id }) => id);
    const counts = await readTargetCounts(collections, ids, session);
    const compile = (pool: VisitPool) => {
      const names = shown.get(pool.id)?.map(({ id }) => id) ?? [];
      const v = new Binary(compilePool(pool, counts.get(pool.id)));
      return { v, ...(names.length === 0 ? {} : { c: names.join(' ') }) };
    };
    await write(pools, ({ id }) => poolKey(id), compile, session);
  };
}

/**
 * Writes to `visit_links`; every process that answers visits hears of it through the change feed. `ownChanges` where
 * this process is one of them.
 */
export function createLinkPublisher(database: mongo.Db, ownChanges?: OwnChanges): LinkPublisher {
  const collectionFor = (session: ClientSession | undefined) =>
    visitCollections(databaseOf(session, database)).links;
  const expect = (session: ClientSession | undefined, key: string): void => {
    if (session !== undefined) ownChanges?.expect(session, key);
  };
  const inSession = (session: ClientSession | undefined) => (session === undefined ? {} : { session });
  const write: Write = async (links, keyOf, compile, session) => {
    for (let start = 0; start < links.length; start += WRITES_AT_ONCE) {
      const writes = links.slice(start, start + WRITES_AT_ONCE).map((link) => {
        const r = new ObjectId();
        expect(session, r.toHexString());
        return {
          replaceOne: {
            filter: { _id: new ObjectId(link.id) },
            replacement: { k: keyOf(link), r, ...compile(link) },
            upsert: true,
          },
        };
      });
      try {
        await collectionFor(session).bulkWrite(writes, inSession(session));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw errors.duplicate.create({ field: 'short_code' }, { cause: error });
      }
    }
  };
  const remove = async (filter: mongo.Filter<LinkDocument>, session: ClientSession | undefined) => {
    const links = collectionFor(session);
    if (session !== undefined && ownChanges !== undefined) {
      // What is not there makes no change that could be waited for.
      const found = await links.find(filter, { session, projection: { _id: 1 } }).toArray();
      if (found.length === 0) return;
      for (const { _id } of found) expect(session, removalKey(_id.toHexString()));
    }
    await links.deleteMany(filter, inSession(session));
  };
  /** Where links with several hosts stand: retired they stay there, so that none of the hosts is free for another link. */
  const keptPlaces = async (
    links: readonly RetiredLink[],
    session: ClientSession | undefined,
  ): Promise<ReadonlyMap<string, { host: string; code: string }>> => {
    const collection = collectionFor(session);
    const $in = links.map(({ id }) => new ObjectId(id));
    const behind = await collection
      .find({ m: { $in } }, { projection: { m: 1 }, ...inSession(session) })
      .toArray();
    const ids = behind.flatMap(({ m }) => (m === undefined ? [] : [m]));
    if (ids.length === 0) return new Map();
    const found = await collection
      .find({ _id: { $in: ids } }, { projection: { k: 1 }, ...inSession(session) })
      .toArray();
    return new Map(found.map(({ _id, k }) => [_id.toHexString(), splitKey(k)]));
  };
  return {
    publish: async (links: readonly VisitLink[], session) => {
      const shown = new Map(links.map((link) => [link, contentsOf(link)] as const));
      await keepContents(
        visitCollections(databaseOf(session, database)),
        [...shown.values()].flat(),
        session,
      );
      const views = await viewsOfLimited(visitCollections(databaseOf(session, database)), links, session);
      const namesOf = (link: VisitLink) => shown.get(link)?.map(({ id }) => id) ?? [];
      const placed = links.map((link) => ({ link, ...placesOf(link) }));
      const passing = placed.flatMap(({ link, passing: places }) =>
        places.map(({ id, host, nextHost }) => ({ id, host, code: link.code, link, nextHost })),
      );
      // Hosts that a link has left are free before anything takes their place.
      const m = { $in: links.map(({ id }) => new ObjectId(id)) };
      await remove({ m, _id: { $nin: passing.map(({ id }) => new ObjectId(id)) } }, session);
      await write(
        placed.map(({ link, host }) => ({ ...link, host, link })),
        addressOf,
        ({ link }) => ({
          v: new Binary(compileLink(link, views.get(link.id))),
          ...(namesOf(link).length === 0 ? {} : { c: namesOf(link).join(' ') }),
        }),
        session,
      );
      const compile = ({ link, nextHost }: (typeof passing)[number]) => ({
        v: new Binary(compilePassing(link, nextHost)),
        m: new ObjectId(link.id),
      });
      await write(passing, addressOf, compile, session);
    },
    publishPools: createPoolPublisher(write, (session) => visitCollections(databaseOf(session, database))),
    publishForwards: (forwards, session) =>
      write(
        forwards,
        ({ host }) => forwardsKey(host),
        (one) => ({ v: new Binary(compileForwards(one)) }),
        session,
      ),
    publishShields: (shields, session) => write(shields, keyOfShield, compiledShield, session),
    retire: async (links, session) => {
      const places = await keptPlaces(links, session);
      await write(
        retiredPlaces(links, places),
        addressOf,
        (link) => ({
          v: new Binary(compileRetired(link)),
          ...(link.of === undefined ? {} : { m: new ObjectId(link.of) }),
        }),
        session,
      );
    },
    withdraw: async (linkIds, session) => {
      if (linkIds.length === 0) return;
      const ids = { $in: linkIds.map((id) => new ObjectId(id)) };
      await remove({ $or: [{ _id: ids }, { m: ids }] }, session);
    },
  };
}
