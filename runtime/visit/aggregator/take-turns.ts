import type { mongo } from 'mongoose';

export type AggregatorTurns = ReturnType<typeof takeTurns>;

/** Runs `work` while no other aggregator of the database does. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** How long aggregators that have met store one after the other, milliseconds; a meeting within that time makes it longer. */
const TOGETHER_MS = 60_000;
const MEETINGS = 'kernel_lock';
const MEETING = 'aggregators meet';

interface Meeting {
  _id: string;
  until: Date;
}

/**
 * Aggregators on one database that write to the same documents, as of one hot code, would throw away half of their work: of two transactions that
 * overlap one is void. Once two have met all take turns for a while; each then stores more at once, and nothing twice. That they have
 * met stands in the database: the one whose transaction was carried out knows nothing of it.
 * @param exclusively undefined: this one is alone
 */
export function takeTurns(database: mongo.Db, exclusively: Exclusively | undefined) {
  const meetings = database.collection<Meeting>(MEETINGS);
  // By the store's clock: those of two machines differ.
  const haveMet = async () =>
    (await meetings.findOne({ _id: MEETING, $expr: { $gt: ['$until', '$$NOW'] } })) !== null;
  return {
    /** Another writer was in the way. */
    async met(): Promise<void> {
      if (exclusively === undefined) return;
      const until = { $add: ['$$NOW', TOGETHER_MS] };
      await meetings.updateOne({ _id: MEETING }, [{ $set: { until } }], { upsert: true });
    },
    /** Runs `work`, in this one's turn where aggregators have met lately. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      return exclusively !== undefined && (await haveMet()) ? exclusively(work) : work();
    },
  };
}
