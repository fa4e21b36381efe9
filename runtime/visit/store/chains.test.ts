import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { visitCollections } from './collections.ts';
import { ensureVisitCollections } from './ensure-collections.ts';
import { createLinkPublisher } from './publisher.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
});
afterAll(() => store.stop());
beforeEach(async () => {
  await visitCollections(store.database).links.deleteMany({});
});

const link = (code: string, change: Partial<VisitLink> = {}): VisitLink => ({
  id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
  owner: '0123456789abcdef01234567',
  plugin: 'qr',
  host: '',
  code,
  state: 'on',
  targets: [{ url: 'https://t.example/', weight: 1, threshold: 1 }],
  rotation_model: 3,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
  ...change,
});
const keys = async () =>
  (await visitCollections(store.database).links.find().toArray())
    .map(({ k, m }) => (m === undefined ? k : `${k} >`))
    .sort();

test('a link holds each host of its chain, and leaves those that it has no more', async () => {
  const publisher = createLinkPublisher(store.database);
  await publisher.publish([link('one', { host: 's.example', chain: ['e.example', 'l.example'] })]);
  expect(await keys()).toEqual(['e.example/one >', 'l.example/one', 's.example/one >']);
  // The hosts change their places, the first goes and stays as what was printed.
  await publisher.publish([link('one', { host: 'l.example', chain: ['e.example'], printed: ['s.example'] })]);
  expect(await keys()).toEqual(['e.example/one', 'l.example/one >', 's.example/one >']);
  await publisher.publish([link('one', { host: 'l.example' })]);
  expect(await keys()).toEqual(['l.example/one']);
});

test('nobody else gets a code on a host that it was printed with, not even when it is gone for good', async () => {
  const publisher = createLinkPublisher(store.database);
  const one = link('one', { host: 's.example', chain: ['l.example'], printed: ['old.example'] });
  await publisher.publish([one]);
  const all = ['l.example/one', 'old.example/one >', 's.example/one >'];
  const steal = async () => {
    for (const host of ['s.example', 'l.example', 'old.example'])
      await expect(
        publisher.publish([{ ...link('one', { host }), id: 'ff'.repeat(12) }]),
      ).rejects.toMatchObject({ code: 'duplicate' });
    await expect(
      publisher.publish([link('two'), { ...link('one', { printed: ['old.example'] }), id: 'fe'.repeat(12) }]),
    ).rejects.toMatchObject({ code: 'duplicate' });
  };
  await steal();
  const { id, owner, plugin, host, code } = one;
  await publisher.retire([{ id, owner, plugin, host, code }]);
  expect((await keys()).filter((key) => all.includes(key))).toEqual(all);
  await steal();
  await publisher.withdraw([id]);
  expect((await keys()).filter((key) => all.includes(key))).toEqual([]);
});
