import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { FILE_NAME } from '../storage/connection.ts';
import { startTestStore } from '../testing/test-store.ts';

const CASELESS = { locale: 'en', strength: 2 };

// What somebody would lose if this failed: documents that a list by a collated index leaves out after an update.
test.if(process.env.MONGODB_URI === undefined)(
  'indexes with a collation are filled again when a file of an earlier release is opened',
  async () => {
    const store = await startTestStore();
    try {
      const documents = ['on', 'ON', 'off'].map((s, at) => ({ _id: at, s, n: 1 })) as mongo.Document[];
      const name = store.database().databaseName;
      const things = store.client.db(name).collection('things');
      await things.insertMany(documents);
      const partialFilterExpression = { s: 'on' };
      await things.createIndex({ n: 1 }, { name: 'n', collation: CASELESS, partialFilterExpression });
      await store.kill();
      const file = new Database(join(store.directory, FILE_NAME));
      // As such a release left it: one of the two is not in the index, and nothing says that it was filled again.
      const { id } = file.query('SELECT max(id) AS id FROM indexes').get() as { id: number };
      file.run(`DELETE FROM x${id} WHERE rid = (SELECT max(rid) FROM x${id})`);
      file.run("DELETE FROM meta WHERE name = 'collatedIndexes'");
      file.close();
      await store.start();
      const again = (await store.connect()).db(name).collection('things');
      const found = await again.find({ n: 1, s: 'on' }, { collation: CASELESS, hint: 'n' }).toArray();
      expect(found.map(({ s }) => s).sort()).toEqual(['ON', 'on']);
    } finally {
      await store.stop();
    }
  },
);
