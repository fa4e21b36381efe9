import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { serveProxy } from '../../runtime/outside/store-proxy/testing/serve-proxy.ts';
import { openByDriver } from '../../runtime/outside/store-proxy/upstream-by-driver.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
let store: TestStore;
let set: ReplicaSet;
beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({ socket: join(store.directory, 'store.sock') });
});
afterAll(async () => {
  await set?.stop();
  await store?.stop();
});

test('a plugin in a process of its own goes on with the new primary after an election', async () => {
  const served = serveProxy(openByDriver(`${set.uri}&heartbeatFrequencyMS=500`), 'waypost');
  try {
    const orders = served.client.db('waypost').collection<{ _id: number }>('shop_order');
    await orders.insertOne({ _id: 0 });
    for (let round = 1; round <= 3; round += 1) {
      const before = set.primary();
      await set.stepDown(1_500);
      expect(set.primary()).not.toBe(before);
      await until(
        'it writes to the new primary',
        () =>
          orders.insertOne({ _id: round }).then(
            () => true,
            (error: { code?: number }) => error.code === 11_000,
          ),
        { withinMs: 5_000 },
      );
    }
    expect((await orders.find({}).toArray()).map(({ _id }) => _id)).toEqual([0, 1, 2, 3]);
  } finally {
    await served.stop();
  }
});
