import { mongo } from 'mongoose';
import type { Acknowledged } from './acknowledged.ts';

type Item = mongo.Document & { _id: string };

/** A write that meets the socket at the moment of the kill fails with the system's own error. */
const isOfTheKill = (error: unknown): boolean =>
  error instanceof mongo.MongoError ||
  (error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET'));

/** Clients that write until the store goes away. */
export interface Workers {
  /** Failures are expected from now on. */
  end(): void;
  settled(): Promise<void>;
}

/** Starts two writers, two clients with transactions and one that builds and drops indexes. */
export function startWorkers(input: {
  client: mongo.MongoClient;
  record: Acknowledged;
  round: number;
  random: () => number;
}): Workers {
  const { client, record, round, random } = input;
  const database = client.db('crash');
  const items = database.collection<Item>('items');
  const pairs = database.collection<Item>('pairs');
  const totals = database.collection<Item>('totals');
  let isOver = false;

  const write = async (worker: number): Promise<void> => {
    for (let at = 0; !isOver; at += 1) {
      const id = `${round}-${worker}-${at}`;
      record.sent(id, 0);
      await items.insertOne({ _id: id, n: 0, code: `c${id}`, tags: [`a${at % 7}`, `b${at % 3}`] });
      record.answered(id, 0);
      const most = 1 + Math.floor(random() * 3);
      for (let n = 1; n <= most; n += 1) {
        record.sent(id, n);
        await items.updateOne({ _id: id }, { $inc: { n: 1 }, $set: { extra: 'x'.repeat(at % 300) } });
        record.answered(id, n);
      }
      if (random() > 0.2) continue;
      record.removing(id, 'maybe');
      await items.deleteOne({ _id: id });
      record.removing(id, 'yes');
    }
  };
  const transact = async (worker: number): Promise<void> => {
    for (let at = 0; !isOver; at += 1) {
      const name = `${round}-${worker}-${at}`;
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await pairs.insertOne({ _id: `${name}/left`, owner: worker, at }, { session });
          await pairs.insertOne({ _id: `${name}/right`, owner: worker, at }, { session });
          await totals.updateOne({ _id: 'pairs' }, { $inc: { n: 1 } }, { upsert: true, session });
        }),
      );
      // A client that is being closed ends its transactions, and withTransaction returns as if all were well.
      if (!isOver) record.committed(name);
    }
  };
  const build = async (): Promise<void> => {
    await items.createIndex({ code: 1 }, { unique: true });
    await pairs.createIndex({ owner: 1, at: -1 });
    while (!isOver) {
      await items.createIndex({ tags: 1, n: -1 });
      await items.createIndex({ extra: 1 }, { partialFilterExpression: { n: { $gt: 0 } } });
      record.built();
      if (random() < 0.5) await items.dropIndex('tags_1_n_-1');
      await Bun.sleep(random() * 30);
    }
  };
  /** Until the kill every refusal but a conflict is a fault of the store. */
  const guarded = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!isOver || !isOfTheKill(error)) throw error;
    }
  };
  const all = [
    guarded(write(0)),
    guarded(write(1)),
    guarded(transact(2)),
    guarded(transact(3)),
    guarded(build()),
  ];
  const settled = Promise.allSettled(all);
  return {
    end: () => {
      isOver = true;
    },
    settled: async () => {
      const failed = (await settled).find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
