import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import { contentOf } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { createContentShelf } from '../path/content-shelf.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { visitCollections } from './collections.ts';
import { ensureVisitCollections } from './ensure-collections.ts';
import { followLinks } from './link-feed.ts';
import { createLinkPublisher } from './publisher.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const DAY_MS = 24 * 60 * 60 * 1000;
let store: TestStore;
let directory = '';
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-contents-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

const link = (code: string, html?: string): VisitLink => ({
  id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
  owner: '0123456789abcdef01234567',
  plugin: 'qr',
  host: '',
  code,
  state: 'on',
  targets: [
    html === undefined
      ? { url: 'https://t.example/', weight: 1, threshold: 1 }
      : { page: { html }, weight: 1, threshold: 1 },
  ],
  rotation_model: 3,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
});
const idOf = (html: string) => contentOf({ page: { html }, weight: 1, threshold: 1 })?.id ?? '';
const shelf = (isStoreUp = true, later = 0) =>
  createContentShelf({
    directory,
    database: store.database,
    isStoreUp: () => isStoreUp,
    clock: { now: () => Date.now() + later, date: () => new Date(Date.now() + later) },
    log,
  });

test('what a link shows comes to the disk with the link, whether it was there before or is published later', async () => {
  const publisher = createLinkPublisher(store.database);
  await publisher.publish([link('early', 'early page'), link('plain')]);
  const index = new LinkIndex();
  const own = await shelf();
  const wanted: string[] = [];
  const caughtUp = Promise.withResolvers<void>();
  const feed = followLinks({
    database: store.database,
    isStoreUp: () => true,
    index,
    log,
    place: { resumeToken: '', database: '' },
    onContents: (ids) => {
      wanted.push(...ids);
      own.want(ids);
    },
    onCaughtUp: async () => caughtUp.resolve(),
  });
  await caughtUp.promise;
  expect(index.size).toBe(2);
  await publisher.publish([link('late', 'late page')]);
  // A shelf that is closed leaves what it has not begun with, so that the disk is looked at and not what was asked for.
  while (!existsSync(join(directory, idOf('late page')))) await Bun.sleep(5);
  await feed.close();
  await own.close();
  expect(wanted).toEqual([idOf('early page'), idOf('late page')]);

  const without = await shelf(false);
  expect(without.find(idOf('late page'))).toBeUndefined();
  expect((await without.load(idOf('late page')))?.bytes.toString()).toBe('late page');
  expect(without.find(idOf('late page'))?.kind).toBe('page');
  expect(await without.load(idOf('never written'))).toBeUndefined();
  await without.close();
});

test('a damaged file is read from the store anew', async () => {
  const id = idOf('early page');
  writeFileSync(join(directory, id), 'page\nearly pagf');
  const [away, there] = [await shelf(false), await shelf()];
  expect(await away.load(id)).toBeUndefined();
  expect((await there.load(id))?.bytes.toString()).toBe('early page');
  await away.close();
  await there.close();
});

test('what no link shows any more is forgotten a day later, and nothing else is', async () => {
  const publisher = createLinkPublisher(store.database);
  await publisher.publish([link('early', 'a newer page')]);
  const { contents } = visitCollections(store.database);
  const names = async () => (await contents.find().toArray()).map(({ _id }) => _id).sort();
  const all = [idOf('early page'), idOf('late page'), idOf('a newer page')].sort();
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), 1, 1);

  const now = await shelf();
  await now.sweep();
  expect(await names()).toEqual(all);
  const tomorrow = await shelf(true, DAY_MS + 60_000);
  await tomorrow.sweep();
  expect(await names()).toEqual(all.filter((id) => id !== idOf('early page')));
  expect(readdirSync(directory)).toEqual([idOf('late page')]);
  await now.close();
  await tomorrow.close();
});
