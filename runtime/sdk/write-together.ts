import type { Model } from 'mongoose';
import type { Session } from './model.ts';
import type { Change, Filter, RowModel } from './rows/index.ts';
import { sendTogether } from './send-together.ts';

/** Writes of one transaction that nothing before its end asks for: they go to the store as one command, in their order. */
export interface TogetherWrites {
  /** Adds a document. */
  insert<T>(model: RowModel<T>, document: T): void;
  /** Changes the one document that the filter finds; it has to be there. */
  update<T>(model: RowModel<T>, filter: Filter<T>, change: Change<T>): void;
  /** The same, or adds it. */
  upsert<T>(model: RowModel<T>, filter: Filter<T>, change: Change<T>): void;
  /**
   * Writes what was collected. A unique value that somebody else has inserted meanwhile, and a document that is not as its filter
   * says, make the transaction run again.
   */
  send(session: Session): Promise<void>;
}

/** What the driver takes, with the model in the place of a namespace. */
type Operation = { model: Model<never>; timestamps: false } & (
  | { name: 'insertOne'; document: never }
  | { name: 'updateOne'; filter: never; update: never; upsert: boolean }
);

/**
 * Collects writes of several collections of a plugin, for a transaction that many wait for: each command of its own is a way to
 * the store and back. Values are cast as the models say; needs MongoDB 8.
 */
export function writeTogether(): TogetherWrites {
  const operations: Operation[] = [];
  const change =
    (upsert: boolean): TogetherWrites['update'] =>
    (model, filter, update) => {
      operations.push({
        model: model as unknown as Model<never>,
        name: 'updateOne',
        timestamps: false,
        upsert,
        filter: filter as never,
        update: update as never,
      });
    };
  return {
    insert(model, document) {
      operations.push({
        model: model as unknown as Model<never>,
        name: 'insertOne',
        timestamps: false,
        document: document as never,
      });
    },
    update: change(false),
    upsert: change(true),
    async send(session) {
      const writes = operations.splice(0);
      const [first] = writes;
      if (first === undefined) return;
      const { db, base } = first.model;
      await sendTogether(base.mongo, {
        updates: writes.filter(({ name }) => name === 'updateOne').length,
        send: () => db.bulkWrite(writes as never, { session }),
      });
    },
  };
}
