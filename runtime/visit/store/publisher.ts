import { errors, type RetiredLink, type VisitLink } from '@waypost/contract';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { compileLink, compileRetired } from '../links/compiled-link.ts';
import { visitCollections } from './collections.ts';
import { contentsOf, keepContents } from './contents.ts';
import { type OwnChanges, removalKey } from './own-changes.ts';

const { Binary, MongoClient, ObjectId } = mongoose.mongo;
const DUPLICATE_KEY = 11000;
const WRITES_AT_ONCE = 1000;

export interface LinkPublisher {
  /**
   * Adds or replaces links, in the caller's transaction so that a code and its link appear together.
   * Throws 422 `visit_content_unknown` for a picture that was not kept, 409 `duplicate` (field `short_code`) when another link has (host, code); RangeError for a bad target.
   */
  publish(links: readonly VisitLink[], session?: ClientSession): Promise<void>;
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
  const write = async <L extends RetiredLink>(
    links: readonly L[],
    compile: (link: L) => { v: mongo.Binary; c?: string },
    session: ClientSession | undefined,
  ): Promise<void> => {
    for (let start = 0; start < links.length; start += WRITES_AT_ONCE) {
      const writes = links.slice(start, start + WRITES_AT_ONCE).map((link) => {
        const r = new ObjectId();
        expect(session, r.toHexString());
        return {
          replaceOne: {
            filter: { _id: new ObjectId(link.id) },
            replacement: { k: `${link.host}/${link.code}`, r, ...compile(link) },
            upsert: true,
          },
        };
      });
      try {
        await collectionFor(session).bulkWrite(writes, inSession(session));
      } catch (error) {
        if ((error as { code?: number }).code !== DUPLICATE_KEY) throw error;
        throw errors.duplicate.create({ field: 'short_code' }, { cause: error });
      }
    }
  };
  return {
    publish: async (links: readonly VisitLink[], session) => {
      const shown = new Map(links.map((link) => [link, contentsOf(link)] as const));
      await keepContents(
        visitCollections(databaseOf(session, database)),
        [...shown.values()].flat(),
        session,
      );
      const namesOf = (link: VisitLink) => shown.get(link)?.map(({ id }) => id) ?? [];
      await write(
        links,
        (link) => ({
          v: new Binary(compileLink(link)),
          ...(namesOf(link).length === 0 ? {} : { c: namesOf(link).join(' ') }),
        }),
        session,
      );
    },
    retire: (links, session) => write(links, (link) => ({ v: new Binary(compileRetired(link)) }), session),
    withdraw: async (linkIds, session) => {
      if (linkIds.length === 0) return;
      const links = collectionFor(session);
      const filter = { _id: { $in: linkIds.map((id) => new ObjectId(id)) } };
      if (session !== undefined && ownChanges !== undefined) {
        // What is not there makes no change that could be waited for.
        const found = links.find(filter, { session, projection: { _id: 1 } });
        for await (const { _id } of found) expect(session, removalKey(_id.toHexString()));
      }
      await links.deleteMany(filter, inSession(session));
    },
  };
}
