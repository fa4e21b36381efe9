import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { outcome, startTestServices, startTestStore } from '../test-services.ts';

setDefaultTimeout(60_000);
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`log_config_${process.pid}`) });
  await it.services.start();
});
afterAll(async () => {
  await it?.services.stop();
  await store?.stop();
});

const record = (type: string) => it.services.audit({ type, plugin: type.split('.')[0] ?? '' });
const recorded = (type: string) => it.collections.audit.countDocuments({ type });

test('what operators leave out is not written, and what the platform itself records always is', async () => {
  const unrecorded = ['qr.code.update', 'system.role.update', 'plugin.enable'];
  const { auditDesk } = it.services;
  expect(await auditDesk.changeConfig(0, { kept_days: 0, unrecorded })).toEqual({
    version: 1,
    kept_days: 0,
    unrecorded: ['qr.code.update'],
  });
  for (const type of [...unrecorded, 'qr.code.add']) await record(type);
  expect(await Promise.all([...unrecorded, 'qr.code.add'].map(recorded))).toEqual([0, 1, 1, 1]);
  // Another process has changed it: this one goes by it within a second.
  await it.collections.settings.updateOne({ _id: 'audit-log' }, {
    $set: { 'value.unrecorded': [] },
  } as never);
  it.clock.pass(1_000);
  await record('qr.code.update');
  expect(await recorded('qr.code.update')).toBe(1);
});

test('of two operators who change it at once the second is told', async () => {
  const { auditDesk } = it.services;
  const { version } = await auditDesk.config();
  const change = () => outcome(auditDesk.changeConfig(version, { kept_days: 365, unrecorded: [] }));
  expect((await Promise.all([change(), change()])).toSorted()).toEqual(['accepted', 'stale_version']);
});

test('a stored time that is no figure counts as none, so that nothing is removed by it', async () => {
  for (const kept_days of ['365', 12, {}, null]) {
    await it.collections.settings.updateOne({ _id: 'audit-log' }, {
      $set: { 'value.kept_days': kept_days },
    } as never);
    expect(await it.services.auditDesk.config()).toMatchObject({ kept_days: null });
  }
});
