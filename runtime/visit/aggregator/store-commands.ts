import type { ClientSession, mongo } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import { cutByWeight } from './command-weight.ts';

/**
 * One command: MongoDB and the embedded store take no document beyond 16 MiB, and a command is one; the driver itself
 * writes none beyond 17. An update weighs a few bytes more than the document that it holds.
 */
const AT_ONCE = { documents: 4000, bytes: 12 * 2 ** 20 };
const IDS_AT_ONCE = 10_000;

/** Another writer changed a document since it was read; the batch must be computed anew. */
export class AggregationConflict extends Error {
  override readonly name = 'AggregationConflict';
}

/** One update statement of the `update` command. */
export interface UpdateStatement {
  q: Record<string, unknown>;
  u: Record<string, unknown>;
  upsert?: boolean;
}

interface WriteAnswer {
  n: number;
  nModified?: number;
  writeErrors?: { code: number; errmsg: string }[];
}

function check(answer: WriteAnswer, collection: string): WriteAnswer {
  const [first] = answer.writeErrors ?? [];
  if (first === undefined) return answer;
  if (isDuplicateKey(first)) throw new AggregationConflict(`${collection}: ${first.errmsg}`);
  throw Object.assign(new Error(`${collection}: ${first.errmsg}`), { code: first.code });
}

/**
 * Documents that are computed before others get their turn: the store takes these while the next are computed. Fewer take
 * more turns, and of more the store sees the first late.
 */
export const AT_A_TURN = 3000;

/**
 * The store's commands inside one transaction, one after the other. They are sent as commands: the driver's bulk writes
 * cost more than twice as much. Writes do not wait: what comes next is computed while the store is busy, which takes a
 * `turn` now and then. Their errors come out of `settled`, or of the next read; after one, nothing more is sent.
 */
export function storeCommands(database: mongo.Db, session: ClientSession) {
  let sent: Promise<unknown> = Promise.resolve();
  const send = <T>(work: () => Promise<T>): Promise<T> => {
    const done = sent.then(work);
    // Told by `settled`, or by who reads; until somebody asks it must not count as unhandled.
    done.catch(() => undefined);
    sent = done;
    return done;
  };
  const run = async (command: Record<string, unknown>, collection: string): Promise<WriteAnswer> =>
    check((await database.command(command, { session })) as unknown as WriteAnswer, collection);
  const sendInParts = <T>(documents: readonly T[], write: (some: readonly T[]) => Promise<void>): void => {
    for (const some of cutByWeight(documents, AT_ONCE)) void send(() => write(some));
  };
  const read = async <T extends mongo.Document>(
    collection: string,
    ids: readonly unknown[],
    projection: Record<string, 1> | undefined,
  ): Promise<T[]> => {
    const found: T[] = [];
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const options = {
        session,
        batchSize: IDS_AT_ONCE + 1,
        ...(projection === undefined ? {} : { projection }),
      };
      const some = { _id: { $in: ids.slice(start, start + IDS_AT_ONCE) } } as mongo.Filter<mongo.Document>;
      found.push(
        ...((await database.collection(collection).find(some, options).toArray()) as unknown as T[]),
      );
    }
    return found;
  };
  return {
    /** Resolves when all writes were answered. Throws the first error, AggregationConflict where another writer was there. */
    settled: (): Promise<void> => sent.then(() => undefined),
    /** Lets what was handed over go on its way, and what was answered come in. */
    turn: (): Promise<void> => new Promise((resolve) => setImmediate(resolve)),
    /** Documents by `_id`, in no order, as they are after the writes before. */
    find<T extends mongo.Document>(
      collection: string,
      ids: readonly unknown[],
      projection?: Record<string, 1>,
    ): Promise<T[]> {
      return ids.length === 0 ? Promise.resolve([]) : send(() => read<T>(collection, ids, projection));
    },
    /** Documents that a filter finds, as they are after the writes before. */
    query<T extends mongo.Document>(
      collection: string,
      filter: Record<string, unknown>,
      projection: Record<string, 1>,
    ): Promise<T[]> {
      return send(
        async () =>
          (await database
            .collection(collection)
            .find(filter, { session, projection, batchSize: IDS_AT_ONCE })
            .toArray()) as unknown as T[],
      );
    },
    insert(collection: string, documents: readonly unknown[]): void {
      sendInParts(documents, async (some) => {
        await run({ insert: collection, documents: some }, collection);
      });
    },
    update(collection: string, updates: readonly UpdateStatement[]): void {
      sendInParts(updates, async (some) => {
        await run({ update: collection, updates: some }, collection);
      });
    },
    /** Updates the one document that `filter` must still find; AggregationConflict when it finds none. */
    expectOne(collection: string, filter: Record<string, unknown>, update: Record<string, unknown>): void {
      void send(async () => {
        const { n } = await run({ update: collection, updates: [{ q: filter, u: update }] }, collection);
        if (n !== 1) throw new AggregationConflict(`${collection}: the document was changed`);
      });
    },
    /** Removes documents by `_id`; AggregationConflict when one of them is not there. */
    remove(collection: string, ids: readonly unknown[]): void {
      sendInParts(ids, async (some) => {
        const deletes = some.map((_id) => ({ q: { _id }, limit: 1 }));
        const { n } = await run({ delete: collection, deletes }, collection);
        if (n !== some.length) throw new AggregationConflict(`${collection}: documents were removed`);
      });
    },
    /** Removes the one document that `filter` must still find; AggregationConflict when it finds none. */
    removeOne(collection: string, filter: Record<string, unknown>): void {
      void send(async () => {
        const { n } = await run({ delete: collection, deletes: [{ q: filter, limit: 1 }] }, collection);
        if (n !== 1) throw new AggregationConflict(`${collection}: the document was changed`);
      });
    },
    /** Replaces documents that must still have the revision they were read with; AggregationConflict when one has not. */
    replace(collection: string, documents: readonly { _id: unknown; revision: number }[]): void {
      sendInParts(documents, async (some) => {
        const updates = some.map((document) => ({
          q: { _id: document._id, revision: document.revision - 1 },
          u: document,
        }));
        const { n } = await run({ update: collection, updates }, collection);
        if (n !== some.length)
          throw new AggregationConflict(`${collection}: ${some.length - n} documents were changed`);
      });
    },
  };
}

export type StoreCommands = ReturnType<typeof storeCommands>;

/**
 * Writes in one transaction, which is tried once; on any error nothing is stored.
 * @param whileCommitting called when nothing is left to do but to wait for the store
 */
export async function inOneTransaction<T>(
  { database, session }: { database: mongo.Db; session: ClientSession },
  write: (store: StoreCommands) => Promise<T>,
  whileCommitting: () => void = () => undefined,
): Promise<T> {
  const store = storeCommands(database, session);
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    const written = await write(store);
    await store.settled();
    const committed = session.commitTransaction();
    // Told below; until then it must not count as unhandled.
    committed.catch(() => undefined);
    // The driver sends it a turn later: what is done meanwhile would keep the store waiting.
    await store.turn();
    try {
      whileCommitting();
    } finally {
      await committed;
    }
    return written;
  } catch (error) {
    // A transaction has one command at a time; how this one ends no longer matters.
    await store.settled().catch(() => undefined);
    // What matters is why it failed; a transaction that cannot even be aborted ends by itself.
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
    throw error;
  }
}
