import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { EntitlementKind } from '@waypost/contract';
import type { EntitlementLimits, Session } from '@waypost/sdk';
import { addPerson } from '../ledger/test-people.ts';
import { outcome, startTestServices, startTestStore } from '../test-services.ts';

setDefaultTimeout(60_000);
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`entitlements_${process.pid}`) });
  await it.services.start();
  await it.connection.collection('thing').createIndex({ owner: 1 });
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

/** Somebody says what people may have, until the answer is called. */
const say = (limits: Partial<EntitlementLimits>) =>
  it.services.entitlements.contribute({ limitsOf: async () => limits });

/** Makes a thing of somebody's, in one transaction with the question whether there is room for it. */
async function make(owner: string, kind: EntitlementKind = 'codes'): Promise<void> {
  const things = it.connection.collection('thing');
  const session = await it.connection.startSession();
  try {
    await session.withTransaction(async () => {
      const count = (inside: Session) => things.countDocuments({ owner }, { session: inside });
      await it.services.entitlements.requireRoom({ account: owner, kind, count }, session);
      await things.insertOne({ owner }, { session });
    });
  } finally {
    await session.endSession();
  }
}

test('nobody is bounded while nobody says so, and nothing is counted', async () => {
  const owner = await addPerson(it.collections);
  for (let made = 0; made < 3; made += 1) await make(owner);
  expect(await it.services.entitlements.limitsOf(owner)).toEqual({
    codes: null,
    domains: null,
    visits: null,
    api_keys: null,
    kept_visits: null,
  });
});

test('of twenty who make something at once as many get it as there is room for', async () => {
  const owner = await addPerson(it.collections);
  const stop = say({ codes: 3 });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(make(owner))));
  expect(outcomes.filter((one) => one === 'accepted').length).toBe(3);
  expect(new Set(outcomes)).toEqual(new Set(['accepted', 'limit_codes']));
  expect(await it.connection.collection('thing').countDocuments({ owner })).toBe(3);
  await stop();
  expect(await outcome(make(owner))).toBe('accepted');
});

test('of several who bound people the smallest figure holds; each kind is refused by its own code', async () => {
  const owner = await addPerson(it.collections);
  const stops = [say({ domains: 5, visits: 10 }), say({ domains: 0 }), say({ api_keys: 0, kept_visits: 0 })];
  expect(await it.services.entitlements.limitsOf(owner)).toMatchObject({
    domains: 0,
    visits: 10,
    codes: null,
  });
  expect(await outcome(make(owner, 'domains'))).toBe('limit_domains');
  expect(await outcome(make(owner, 'kept_visits'))).toBe('limit_kept_visits');
  for (const stop of stops) await stop();
  expect(await outcome(make(owner, 'domains'))).toBe('accepted');
});

test('an API key too many is refused, also of two that are made at once', async () => {
  const owner = await addPerson(it.collections);
  const stop = say({ api_keys: 1 });
  const create = () => outcome(it.services.apiKeys.create({ owner, name: 'a program' }));
  expect((await Promise.all([create(), create()])).sort()).toEqual(['accepted', 'limit_api_keys']);
  await stop();
});
