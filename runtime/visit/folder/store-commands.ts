import type { ClientSession, mongo } from 'mongoose';

const DOCUMENTS_AT_ONCE = 4000;
const IDS_AT_ONCE = 10_000;

/** Another writer changed a document since it was read; the batch must be computed anew. */
export class FoldConflict extends Error {
  override readonly name = 'FoldConflict';
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
  const DUPLICATE_KEY = 11000;
  if (first.code === DUPLICATE_KEY) throw new FoldConflict(`${collection}: ${first.errmsg}`);
  throw Object.assign(new Error(`${collection}: ${first.errmsg}`), { code: first.code });
}

/** The store's write commands inside one transaction. They are sent as commands: the driver's bulk writes cost more than twice as much. */
export function storeCommands(database: mongo.Db, session: ClientSession) {
  const run = async (command: Record<string, unknown>, collection: string): Promise<WriteAnswer> =>
    check((await database.command(command, { session })) as unknown as WriteAnswer, collection);
  return {
    /** Documents by `_id`, in no order. */
    async find<T extends mongo.Document>(
      collection: string,
      ids: readonly unknown[],
      projection?: Record<string, 1>,
    ): Promise<T[]> {
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
    },
    async insert(collection: string, documents: readonly unknown[]): Promise<void> {
      for (let start = 0; start < documents.length; start += DOCUMENTS_AT_ONCE) {
        await run(
          { insert: collection, documents: documents.slice(start, start + DOCUMENTS_AT_ONCE) },
          collection,
        );
      }
    },
    async update(collection: string, updates: readonly UpdateStatement[]): Promise<void> {
      for (let start = 0; start < updates.length; start += DOCUMENTS_AT_ONCE) {
        await run(
          { update: collection, updates: updates.slice(start, start + DOCUMENTS_AT_ONCE) },
          collection,
        );
      }
    },
    /** Updates the one document that `filter` must still find. Throws FoldConflict when it finds none. */
    async expectOne(
      collection: string,
      filter: Record<string, unknown>,
      update: Record<string, unknown>,
    ): Promise<void> {
      const { n } = await run({ update: collection, updates: [{ q: filter, u: update }] }, collection);
      if (n !== 1) throw new FoldConflict(`${collection}: the document was changed`);
    },
    /** Replaces documents that must still have the revision they were read with. Throws FoldConflict when one has not. */
    async replace(
      collection: string,
      documents: readonly { _id: unknown; revision: number }[],
    ): Promise<void> {
      for (let start = 0; start < documents.length; start += DOCUMENTS_AT_ONCE) {
        const some = documents.slice(start, start + DOCUMENTS_AT_ONCE);
        const updates = some.map((document) => ({
          q: { _id: document._id, revision: document.revision - 1 },
          u: document,
        }));
        const { n } = await run({ update: collection, updates }, collection);
        if (n !== some.length)
          throw new FoldConflict(`${collection}: ${some.length - n} documents were changed`);
      }
    },
  };
}

export type StoreCommands = ReturnType<typeof storeCommands>;
