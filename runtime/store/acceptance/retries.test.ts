import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

// What somebody would lose if one of these failed: counts that tell what was done, whether or not an answer got lost.

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const isEmbedded = process.env.MONGODB_URI === undefined;

/** Inserts, updates, an upsert and a removal over two collections; the insert of `_id: 1` fails. */
const mixed = (database: string): mongo.Document => ({
  bulkWrite: 1,
  ordered: false,
  nsInfo: [{ ns: `${database}.one` }, { ns: `${database}.two` }],
  ops: [
    { insert: 0, document: { _id: 2 } },
    { update: 0, filter: { _id: 1 }, updateMods: { $inc: { n: 1 } } },
    { insert: 0, document: { _id: 1 } },
    { update: 1, filter: { _id: 9 }, updateMods: { $set: { n: 5 } }, upsert: true },
    { update: 0, filter: { _id: 1 }, updateMods: { $set: { same: true } } },
    { delete: 0, filter: { _id: 3 } },
  ],
});

const COUNTS = ['nErrors', 'nInserted', 'nMatched', 'nModified', 'nUpserted', 'nDeleted'];
const countsOf = (reply: mongo.Document): unknown[] => COUNTS.map((name) => reply[name]);
const resultsOf = (reply: mongo.Document): unknown =>
  reply.cursor.firstBatch.map(({ idx, n, nModified, upserted, code }: mongo.Document) => ({
    idx,
    n,
    nModified,
    upserted,
    code,
  }));

const EXPECTED = [1, 1, 2, 1, 1, 1];

/** Sessions are used again: each command takes a number of its own. */
let lastNumber = 1000;

const fill = async (database: mongo.Db): Promise<void> => {
  // As a plain command it takes none of the session's numbers.
  await database.command({ insert: 'one', documents: [{ _id: 1, n: 0, same: true }, { _id: 3 }] });
};

describe('a bulkWrite that is sent again', () => {
  for (const errorsOnly of [false, true]) {
    test(`is answered with the same counts, errorsOnly ${errorsOnly}`, async () => {
      const database = store.database();
      await fill(database);
      const command = {
        ...mixed(database.databaseName),
        errorsOnly,
        txnNumber: mongo.Long.fromNumber(++lastNumber),
      };
      const session = store.client.startSession();
      const send = (): Promise<mongo.Document> => store.client.db('admin').command(command, { session });
      const first = await send();
      expect(countsOf(first)).toEqual(EXPECTED);
      for (let round = 0; round < 2; round += 1) {
        const again = await send();
        expect(countsOf(again)).toEqual(EXPECTED);
        expect(resultsOf(again)).toEqual(resultsOf(first));
      }
      expect(await database.collection('one').findOne({ n: 1 })).toMatchObject({ _id: 1 });
      await session.endSession();
    });
  }

  test.if(isEmbedded)('by the driver, whose first answer got lost', async () => {
    const path = join(store.directory, 'losing.sock');
    const losing = await losingProxy(join(store.directory, 'store.sock'), path);
    const client = new mongo.MongoClient(`mongodb://${encodeURIComponent(path)}/?directConnection=true`);
    try {
      const name = store.database().databaseName;
      await fill(client.db(name));
      const result = await client.bulkWrite([
        { namespace: `${name}.one`, name: 'insertOne', document: { _id: 2 } as mongo.Document },
        { namespace: `${name}.one`, name: 'updateOne', filter: { _id: 1 }, update: { $inc: { n: 1 } } },
        {
          namespace: `${name}.two`,
          name: 'updateOne',
          filter: { k: 9 },
          update: { $set: { n: 5 } },
          upsert: true,
        },
        { namespace: `${name}.one`, name: 'deleteOne', filter: { _id: 3 } },
      ] as mongo.AnyClientBulkWriteModel<mongo.Document>[]);
      expect(losing.lost()).toBe(1);
      const { insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount } = result;
      expect([insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount]).toEqual([
        1, 1, 1, 1, 1,
      ]);
    } finally {
      await client.close();
      losing.close();
    }
  });
});

/** Hands everything on, but cuts the connection instead of giving the first answer to a `bulkWrite`. */
const losingProxy = async (
  target: string,
  path: string,
): Promise<{ lost: () => number; close: () => void }> => {
  let lost = 0;
  const sockets: Socket[] = [];
  const server: Server = createServer((near) => {
    const far = connect(target);
    sockets.push(near, far);
    let isLosing = false;
    near.on('data', (bytes) => {
      if (lost === 0 && bytes.includes('bulkWrite\0')) isLosing = true;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isLosing) return void near.write(bytes);
      isLosing = false;
      lost += 1;
      near.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    lost: () => lost,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
