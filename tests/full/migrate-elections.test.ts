import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { openStore, type StoreAccess } from '../../runtime/storage/index.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

// Two processes of which one is in the middle of a migration when the primary goes: no lock can be renewed meanwhile.

setDefaultTimeout(120_000);
const ELECTION_MS = 12_000;
/** How long a migration goes on behind the election, milliseconds: long enough for whoever would take its lock. */
const LONGER_MS = 1_500;
let store: TestStore;
let set: ReplicaSet;
const opened: StoreAccess[] = [];
const log = { debug() {}, info() {}, warn() {}, error() {} };

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({ socket: join(store.directory, 'store.sock') });
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await set?.stop();
  await store?.stop();
});

/** What a process of its own has. */
async function process() {
  const access = openStore({ uri: set.uri, log, program: 'server' });
  opened.push(access);
  await until('the store is reached', access.isUp);
  const prices = access.models().collection<{ plugin: string; amount: number }>('shop', {
    name: 'price',
    fields: { plugin: String, amount: Number },
  });
  return { access, prices };
}
type Process = Awaited<ReturnType<typeof process>>;

/** Multiplies all prices by a hundred; `beside` happens in the middle. A process that fails is started again. */
async function migrate(one: Process, plugin: string, more: object, beside: () => Promise<void>) {
  for (;;)
    try {
      return await one.access.migrate(
        plugin,
        [{ number: 1, name: 'in the smallest unit', ...more } as never],
        {
          before: async () => undefined,
          run: async () => {
            // The transaction has begun.
            await one.prices.findOne({ plugin });
            await beside();
            await one.prices.updateMany({ plugin }, { $mul: { amount: 100 } });
          },
        },
      );
    } catch {
      await Bun.sleep(200);
    }
}

test('an election of twelve seconds in the middle of a migration: it is run once, by itself or in a transaction', async () => {
  const [one, other] = [await process(), await process()];
  const kinds = [
    { plugin: 'shop-together', more: {} },
    { plugin: 'shop-large', more: { isLarge: true } },
  ];
  for (const { plugin } of kinds) await one.prices.create({ plugin, amount: 5 });
  const elected = Promise.withResolvers<void>();
  let begun = 0;
  const first = kinds.map(({ plugin, more }) =>
    migrate(one, plugin, more, async () => {
      begun += 1;
      if (begun > kinds.length) return;
      await elected.promise;
      if ('isLarge' in more) await Bun.sleep(LONGER_MS);
    }),
  );
  await until('both are in the middle', () => begun === kinds.length);
  const second = kinds.map(({ plugin, more }) => migrate(other, plugin, more, async () => undefined));
  await set.stepDown(ELECTION_MS);
  elected.resolve();
  const numbers = [...(await Promise.all(first)), ...(await Promise.all(second))];
  for (const { plugin } of kinds) {
    const found = await one.prices.findOne({ plugin }).lean();
    expect({ plugin, amount: found?.amount }).toEqual({ plugin, amount: 500 });
  }
  expect(numbers.flat()).toEqual([1, 1]);
});
