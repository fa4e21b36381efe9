import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PLATFORM_SETTINGS_DEFAULT } from '@waypost/contract';
import type { ShownFile } from '@waypost/sdk';
import { createConnection } from 'mongoose';
import { until } from '../../../tests/until.ts';
import { openCollections } from '../collections.ts';
import { startTestStore } from '../test-services.ts';
import { followSiteName } from './site-name.ts';
import { createSitePictures, type SitePictures } from './site-pictures.ts';

// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

const NAME = 'abcdef0123456789'.repeat(2);
let store: Awaited<ReturnType<typeof startTestStore>>;
let connection: Awaited<ReturnType<ReturnType<typeof createConnection>['asPromise']>>;
let pictures: SitePictures;
let time = Date.parse('2026-01-15T12:00:00Z');
/** Whether the storage can be reached, and how often it was asked. */
const storage = { isUp: true, reads: 0, gate: Promise.resolve() };

const settings = () => openCollections(connection).settings;
beforeAll(async () => {
  store = await startTestStore();
  connection = await createConnection(store.uri('site_pictures')).asPromise();
  pictures = createSitePictures({
    collection: settings(),
    clock: { now: () => time, date: () => new Date(time) },
    async findFile(address): Promise<ShownFile | undefined> {
      if (address !== NAME) return undefined;
      return {
        name: 'logo.png',
        type: 'image/png',
        isPicture: true,
        hash: 'any',
        async body() {
          storage.reads += 1;
          await storage.gate;
          if (!storage.isUp) throw new Error('the storage cannot be reached');
          return new Blob(['a PNG']);
        },
      };
    },
  });
});
afterAll(async () => {
  await connection?.close();
  await store?.stop();
});
const later = () => {
  time += 2_000;
};
const shown = async () => {
  const picture = await pictures.read('logo');
  return picture && { hash: picture.hash, text: Buffer.from(picture.png).toString() };
};

test('a logo that a release before the file service kept in the settings is still shown', async () => {
  const data = Buffer.from('an older PNG').toString('base64');
  await settings().insertOne({ _id: 'picture.logo', value: { data } });
  expect(await shown()).toMatchObject({ text: 'an older PNG' });
  expect(await pictures.kept()).toEqual([]);
});

test('a logo is a kept file, and shown from memory while its storage cannot be reached', async () => {
  storage.isUp = false;
  expect(await pictures.change('logo', NAME)).toBeUndefined();
  expect(await pictures.kept()).toEqual([NAME]);
  storage.isUp = true;
  later();
  const picture = { hash: NAME.slice(0, 16), text: 'a PNG' };
  expect(await shown()).toEqual(picture);
  const { reads } = storage;
  storage.isUp = false;
  later();
  expect(await shown()).toEqual(picture);
  expect(storage.reads).toBe(reads);
  await pictures.change('logo', undefined);
  expect(await shown()).toBeUndefined();
  expect(await pictures.kept()).toEqual([]);
});

test('the icon stays while the logo is changed and the storage cannot be reached', async () => {
  storage.isUp = true;
  await pictures.change('icon', NAME);
  await pictures.change('logo', NAME);
  storage.isUp = false;
  await pictures.change('logo', undefined);
  expect(await shown()).toBeUndefined();
  expect(await pictures.read('icon')).toMatchObject({ hash: NAME.slice(0, 16) });
});

test('a change is seen at once by whoever made it, also while an earlier look still waits for the storage', async () => {
  storage.isUp = true;
  await pictures.change('icon', undefined);
  await settings().insertOne({ _id: 'picture.icon', value: { picture: NAME } });
  let open = (): void => undefined;
  storage.gate = new Promise((resolve) => {
    open = resolve;
  });
  later();
  const { reads } = storage;
  const other = pictures.read('icon');
  while (storage.reads === reads) await Bun.sleep(1);
  const change = pictures.change('logo', NAME);
  while ((await settings().findOne({ _id: 'picture.logo' })) === null) await Bun.sleep(1);
  open();
  expect(await change).toMatchObject({ hash: NAME.slice(0, 16) });
  expect(await other).toMatchObject({ hash: NAME.slice(0, 16) });
});

test('name and logo are in memory as soon as any process has changed them', async () => {
  await settings().deleteMany({ _id: /^picture/ });
  const names = { website_title: '' };
  let changed = () => {};
  const site = followSiteName({
    platform: {
      readNow: async () => ({
        version: 1,
        values: { ...PLATFORM_SETTINGS_DEFAULT, ...names },
        earlier: [],
        givenUp: [],
      }),
    },
    pictures,
    follow: (onChange) => {
      changed = onChange;
      return () => undefined;
    },
    failed: (error) => {
      throw error;
    },
  });
  await site.load();
  expect(site.read()).toEqual({ name: '', logo: '' });
  names.website_title = 'Chai & Co';
  // Within the second in which pages that ask are answered from memory.
  await settings().insertOne({ _id: 'picture.logo', value: { data: 'AAAA' } });
  changed();
  await until('it is read', () => site.read().name !== '');
  expect(site.read()).toEqual({
    name: 'Chai & Co',
    logo: expect.stringMatching(/^\/logo\.png\?v=[0-9a-f]{16}$/),
  });
  await site.stop();
});
