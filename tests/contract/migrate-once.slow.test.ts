import { afterAll, beforeAll, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { openStore, type StoreAccess } from '../../runtime/storage/index.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
let store: TestStore;
const opened: StoreAccess[] = [];
const log = { debug() {}, info() {}, warn() {}, error() {} };

beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await store?.stop();
});

/** What a process of its own has. */
async function process(): Promise<StoreAccess> {
  const access = openStore({ uri: store.uri, log, program: 'server' });
  opened.push(access);
  await until('the store is reached', access.isUp);
  return access;
}

const PRICES = { name: 'price', fields: { plugin: String, amount: Number } };
const models = new Map<StoreAccess, ReturnType<StoreAccess['models']>>();
const pricesOf = (access: StoreAccess) => {
  const own = models.get(access) ?? access.models();
  models.set(access, own);
  return own.collection<{ plugin: string; amount: number }>('shop', PRICES);
};
const migration = { number: 1, name: 'amounts in the smallest unit' };
/** Multiplies all prices by a hundred; `beside` happens in the middle. */
const migrate = (
  access: StoreAccess,
  plugin: string,
  beside: () => Promise<void> = async () => undefined,
  more: { isLarge?: true } = {},
) =>
  access.migrate(plugin, [{ ...migration, ...more } as never], {
    before: async () => undefined,
    run: async () => {
      await beside();
      await pricesOf(access).updateMany({ plugin }, { $mul: { amount: 100 } });
    },
  });
const amountOf = async (plugin: string) =>
  (
    await pricesOf(opened[0] as StoreAccess)
      .findOne({ plugin })
      .lean()
  )?.amount;

test('two processes of which one has lost its lock meanwhile multiply once', async () => {
  const [one, other] = [await process(), await process()];
  const plugin = 'shop-a';
  await pricesOf(one).create({ plugin, amount: 5 });
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  const first = migrate(one, plugin, async () => {
    tries += 1;
    if (tries > 1) return;
    // The transaction has begun, and sees what was there before the other.
    await pricesOf(one).findOne({ plugin });
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  await one.connection.collection('kernel_lock').updateMany({}, { $set: { until: new Date(0) } });
  const second = await migrate(other, plugin);
  gate.resolve();
  const both = [...(await first), ...second];
  expect(await amountOf(plugin)).toBe(500);
  expect(both).toEqual([1]);
});

test('one by itself whose lock another process has taken is noted by that one alone, and waited for', async () => {
  const [one, other] = [await process(), await process()];
  const plugin = 'shop-large';
  await pricesOf(one).create({ plugin, amount: 3 });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const began: StoreAccess[] = [];
  const started = (access: StoreAccess) => until('it has begun', () => began.includes(access));
  const begin = (access: StoreAccess, gate: Promise<void>) =>
    migrate(
      access,
      plugin,
      async () => {
        began.push(access);
        await gate;
      },
      { isLarge: true },
    );
  const first = begin(one, gates[0].promise);
  await started(one);
  // As if it had hung for longer than a lock lasts.
  await one.connection.collection('kernel_lock').updateMany({}, { $set: { until: new Date(0) } });
  const second = begin(other, gates[1].promise);
  await started(other);
  gates[0].resolve();
  await until('the first has done its work', async () => (await amountOf(plugin)) === 300);
  await Bun.sleep(500);
  expect(await other.migrationsDone(plugin)).toEqual([]);
  gates[1].resolve();
  expect([await first, await second]).toEqual([[], [1]]);
  expect(began).toHaveLength(2);
});

test('a process whose clock is eight seconds and more ahead takes no lock that is held', async () => {
  const [one, other] = [await process(), await process()];
  const plugin = 'shop-b';
  await pricesOf(one).create({ plugin, amount: 7 });
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = migrate(one, plugin, async () => {
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  let isOther = false;
  try {
    setSystemTime(new Date(Date.now() + 20_000));
    const second = migrate(other, plugin, async () => {
      isOther = true;
    });
    await Bun.sleep(1_000);
    expect(isOther).toBe(false);
    gate.resolve();
    expect([...(await first), ...(await second)]).toEqual([1]);
  } finally {
    setSystemTime();
  }
  expect(await amountOf(plugin)).toBe(700);
});
