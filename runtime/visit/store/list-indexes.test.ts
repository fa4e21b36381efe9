import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { visitCollections } from './collections.ts';
import { ensureVisitCollections } from './ensure-collections.ts';

setDefaultTimeout(60_000);
let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

test('the indexes of an earlier version make way for those that say which of equal rows comes first', async () => {
  const { visitors, rawVisits } = visitCollections(store.database);
  const keysOf = async (collection: Pick<typeof visitors, 'indexes'>) =>
    (await collection.indexes()).map(({ key }) => JSON.stringify(key));
  const former = [
    ...[{ owner: 1, last: -1 }, { last: -1 }, { first: -1 }].map((key) => ({ collection: visitors, key })),
    ...[
      { link: 1, time: -1 },
      { link: 1, ip: 1, time: -1 },
    ].map((key) => ({ collection: rawVisits, key })),
  ];
  for (const { collection, key } of former) await collection.createIndex(key as never);
  const byCount = [{ count: -1 }, { count: -1, _id: -1 }];
  for (const key of byCount) await visitors.createIndex(key as never);
  // Several processes start at once.
  await Promise.all([1, 2, 3].map(() => ensureVisitCollections(store.database)));
  for (const { collection, key } of former) {
    const keys = await keysOf(collection as typeof visitors);
    expect(keys).not.toContain(JSON.stringify(key));
    expect(keys).toContain(JSON.stringify({ ...key, _id: -1 }));
  }
  // How often is an order of those who came again.
  const keys = await keysOf(visitors);
  for (const key of byCount) expect(keys).not.toContain(JSON.stringify(key));
  const partial = (await visitors.indexes()).find(({ partialFilterExpression }) => partialFilterExpression);
  expect(partial).toMatchObject({
    key: { count: -1, last: -1, _id: -1 },
    partialFilterExpression: { count: { $gt: 1 } },
  });
});
