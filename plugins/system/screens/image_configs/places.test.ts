import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { YesNo } from '@waypost/contract';
import type { FileStore, OperationRun } from '@waypost/sdk';
import { S3RVER_KEY, type S3rver, startS3rver } from '../../../../tests/s3rver.ts';
import { emptyPlace, requireEmptiable } from '../../files/empty-place.ts';
import type { FileRow } from '../../files/files.ts';
import { type Move, moveFiles } from '../../files/move-files.ts';
import { LOCAL_PLACE_ID, type Places } from '../../files/places.ts';
import { storedFile } from '../../files/resource.ts';
import { type FilesUnderTest, testFiles } from '../../files/testing/test-files.ts';
import { UploadType } from '../../files/values.ts';
import { storagePlace } from './resource.ts';

setDefaultTimeout(180_000);

let it: FilesUnderTest;
let s3: S3rver;
beforeAll(async () => {
  s3 = await startS3rver(['files']);
  it = await testFiles();
});
afterAll(async () => {
  await it?.t.dispose();
  await s3?.stop();
});

const DAY_MS = 86_400_000;
const empty = (place: string) =>
  emptyPlace(
    { context: it.t.context, ...it.mounted() },
    { input: { place }, progress: () => undefined, signal: new AbortController().signal },
  );
let named = 0;
const bucket = () => {
  named += 1;
  return {
    name: `Bucket ${named}`,
    upload_type: UploadType.s3,
    endpoint: s3.endpoint,
    bucket: 'files',
    access_key_id: S3RVER_KEY.key,
    access_key_secret: S3RVER_KEY.secret,
    save_path: `shop/${named}`,
  };
};
const add = (number: number) =>
  it.ask('file/add', { name: `${number}.txt`, data: Buffer.from(`file ${number}`).toString('base64') });
const rows = async () => (await it.t.rows(storedFile).all()) as FileRow[];
const contents = async () => {
  const read = await Promise.all(
    (await rows()).map(async (row) => (await it.mounted().files.read(row)).text()),
  );
  return read.sort();
};
const details = (id: string) =>
  it.ask<{ version: number; in_use: number; files: number; left: number }>('image_configs/details', { id });

/** Runs a move as the product does; `stopAfter` files it is stopped. */
async function move(
  input: Move,
  stopAfter = Number.POSITIVE_INFINITY,
  places = it.mounted().places,
): Promise<{ left: number; report: string }> {
  const ending = new AbortController();
  let left = 0;
  let report = '';
  const run: OperationRun<Move> = {
    input,
    owner: it.operator.id,
    locale: 'en-US',
    signal: ending.signal,
    translate: (key: string) => key,
    kept: undefined,
    progress(done, _total, leftOut = 0) {
      left = leftOut;
      if (done >= stopAfter) ending.abort(new Error('stopped'));
    },
    createFile: async () => ({
      write: async (piece) => {
        report += String(piece);
      },
      keep: async () => undefined,
    }),
  };
  await moveFiles({ context: it.t.context, ...it.mounted(), places }, run);
  return { left, report };
}

test('a place says what it lacks, keeps its secret to itself, and asks for it again with another endpoint', async () => {
  const whole = bucket();
  for (const name of ['endpoint', 'bucket', 'access_key_id', 'access_key_secret'])
    expect(await it.refusal('image_configs/add', { ...whole, [name]: '' })).toEqual(['invalid_input', name]);
  for (const save_path of ['../up', 'a/b', 'Großer'])
    expect(
      (
        await it.refusal('image_configs/add', { name: 'Folder', upload_type: UploadType.local, save_path })
      )[0],
    ).toBe('invalid_input');
  const { id } = await it.ask('image_configs/add', whole);
  const row = await it.ask<Record<string, unknown>>('image_configs/details', { id });
  expect(row).toMatchObject({ has_secret: true, in_use: YesNo.no });
  expect(JSON.stringify(row)).not.toContain('access_key_secret');
  const stored = (await it.t.rows(storagePlace).all()).find(({ _id }) => String(_id) === id);
  expect(String(stored?.access_key_secret)).not.toContain(S3RVER_KEY.secret);
  const { version } = row as { version: number };
  const elsewhere = { id, version, endpoint: 'https://s3.elsewhere.example' };
  expect(await it.refusal('image_configs/update', elsewhere)).toEqual(['invalid_input', 'access_key_secret']);
  await it.ask('image_configs/update', { id, version, region: 'eu-west-1' });
  expect(await it.ask<object>('image_configs/test', { id })).toMatchObject({ is_working: true, fault: '' });
  const { version: next } = await details(id);
  await it.ask('image_configs/update', { id, version: next, access_key_id: 'nobody' });
  const failed = await it.ask<{ is_working: boolean; fault: string }>('image_configs/test', { id });
  expect(failed.is_working).toBe(false);
  expect(failed.fault).toContain('InvalidAccessKeyId');
});

test('one place is in use; it and what holds files stay, and so does the one of this machine', async () => {
  const { id } = await it.ask('image_configs/add', bucket());
  await it.ask('image_configs/use', { id });
  expect((await details(id)).in_use).toBe(YesNo.yes);
  expect((await details(LOCAL_PLACE_ID)).in_use).toBe(YesNo.no);
  const { id: file } = await it
    .ask<{ file: { id: string } }>('file/add', {
      name: 'here.txt',
      data: Buffer.from('here').toString('base64'),
    })
    .then((answer) => answer.file);
  expect(String((await rows()).find(({ _id }) => String(_id) === file)?.place)).toBe(id);
  expect(await it.refusal('image_configs/remove', { id })).toEqual(['file_place_in_use']);
  await it.ask('image_configs/use', { id: LOCAL_PLACE_ID });
  expect(await it.refusal('image_configs/remove', { id })).toEqual(['file_place_has_files']);
  const { version } = await details(id);
  expect(await it.refusal('image_configs/update', { id, version, save_path: 'other' })).toEqual([
    'file_place_has_files',
  ]);
  await it.ask('file/remove', { id: file });
  await it.t.jobs.run('bury_files', {});
  await it.ask('image_configs/remove', { id });
  expect(await it.refusal('image_configs/remove', { id: LOCAL_PLACE_ID })).toEqual(['file_place_in_use']);
});

test('the address of a file is that of its place, else the installation’s own', async () => {
  const own = await it.ask<{ file: { url: string } }>('file/add', {
    name: 'own.txt',
    data: Buffer.from('own').toString('base64'),
  });
  expect(own.file.url).toMatch(/\/file\/[0-9a-f]{32}$/);
  const place = { ...bucket(), domain_name: 'https://img.example.com/' };
  const { id } = await it.ask('image_configs/add', place);
  await it.ask('image_configs/use', { id });
  const { file } = await it.ask<{ file: { url: string } }>('file/add', {
    name: 'far.txt',
    data: Buffer.from('far').toString('base64'),
  });
  expect(file.url).toMatch(
    new RegExp(`^https://img\\.example\\.com/${place.save_path}/[0-9a-f]{2}/[0-9a-f]{32}-0\\.txt$`),
  );
  await it.ask('image_configs/use', { id: LOCAL_PLACE_ID });
});

test('files move to a bucket and back; stopped anywhere, each is whole where its row says, and nothing is left behind', async () => {
  for (const row of await rows()) await it.ask('file/remove', { id: String(row._id) });
  for (let number = 0; number < 14; number += 1) await add(number);
  const expected = Array.from({ length: 14 }, (_, number) => `file ${number}`).sort();
  const place = bucket();
  const { id } = await it.ask('image_configs/add', place);
  await it.ask('image_configs/use', { id });
  const there = { from: LOCAL_PLACE_ID, to: id };
  for (const stopAfter of [1, 5, 9]) {
    expect(move(there, stopAfter)).rejects.toThrow('stopped');
    expect(await contents()).toEqual(expected);
    // No copy goes before all are there.
    const moved = (await rows()).filter((row) => String(row.place) === id);
    expect(moved.every((row) => row.left_place === LOCAL_PLACE_ID)).toBe(true);
  }
  // One that comes, and one that goes, while it rests.
  const gone = (await rows()).find((row) => String(row.place) === id);
  await it.ask('file/remove', { id: String(gone?._id) });
  await move(there);
  const left = expected.filter((text) => text !== `file ${gone?.name.replace('.txt', '')}`);
  expect(await contents()).toEqual(left);
  expect((await rows()).every((row) => String(row.place) === id)).toBe(true);
  expect(await details(LOCAL_PLACE_ID)).toMatchObject({ files: 0, left: 13 });
  const { store } = await it.mounted().places.find(LOCAL_PLACE_ID);
  const before = (row: FileRow) => row.object.replace('-1.', '-0.');
  // The old place answers under its own addresses for a week, and until somebody empties it.
  for (const row of await rows()) await store.get(before(row));
  it.t.clock.set(new Date(it.t.clock.now() + 6.5 * DAY_MS));
  expect(await it.refusal('image_configs/empty', { id: LOCAL_PLACE_ID })).toEqual(['file_place_keeps']);
  it.t.clock.set(new Date(it.t.clock.now() + DAY_MS));
  expect(await it.refusal('image_configs/empty', { id })).toEqual(['file_place_no_copies']);
  await requireEmptiable(it.t.context, LOCAL_PLACE_ID);
  await empty(LOCAL_PLACE_ID);
  expect(await details(LOCAL_PLACE_ID)).toMatchObject({ files: 0, left: 0 });
  for (const row of await rows())
    await expect(store.get(before(row))).rejects.toMatchObject({ code: 'not_found' });
  expect(await contents()).toEqual(left);
  await it.ask('image_configs/use', { id: LOCAL_PLACE_ID });
  await move({ from: id, to: LOCAL_PLACE_ID });
  // Nothing of a move of today goes with what is old.
  await empty(id);
  expect(await details(id)).toMatchObject({ left: 13 });
  it.t.clock.set(new Date(it.t.clock.now() + 7 * DAY_MS));
  await empty(id);
  expect(await contents()).toEqual(left);
  const objects = readdirSync(`${s3.directory}/files`, { recursive: true }).map(String);
  expect(objects.filter((name) => name.includes(`${place.save_path}/`) && /-\d\.txt/.test(name))).toEqual([]);
});

test('a file that is damaged already stays where it is, and the report says so', async () => {
  const [row] = await rows();
  const { store } = await it.mounted().places.find(LOCAL_PLACE_ID);
  await store.put(String(row?.object), new Uint8Array([1, 2, 3]), {
    type: 'text/plain',
    disposition: 'attachment',
  });
  const { id } = await it.ask('image_configs/add', bucket());
  const { left, report } = await move({ from: LOCAL_PLACE_ID, to: id });
  expect(left).toBe(1);
  expect(report).toContain(String(row?.name));
  expect(await details(LOCAL_PLACE_ID)).toMatchObject({ files: 1 });
});

test('a place that is led elsewhere, or goes, while files are copied to it has none of them: they stay where they were', async () => {
  for (const row of await rows()) await it.ask('file/remove', { id: String(row._id) });
  for (let number = 0; number < 3; number += 1) await add(number);
  const expected = ['file 0', 'file 1', 'file 2'];
  const place = bucket();
  const { id } = await it.ask('image_configs/add', place);
  const { places } = it.mounted();
  /** The product's own places; once a file was put into the bucket, somebody does something to that. */
  const meddled = (meddle: () => Promise<unknown>): Places => {
    let isDone = false;
    return {
      ...places,
      async find(wanted) {
        const found = await places.find(wanted);
        if (wanted !== id) return found;
        const put: FileStore['put'] = async (...file) => {
          await found.store.put(...file);
          if (isDone) return;
          isDone = true;
          await meddle();
        };
        const { store } = found;
        const get: FileStore['get'] = (name) => store.get(name);
        const remove: FileStore['remove'] = (name) => store.remove(name);
        return { ...found, store: { put, get, remove, probe: () => store.probe() } };
      },
    };
  };
  const copies = () =>
    readdirSync(`${s3.directory}/files`, { recursive: true })
      .map(String)
      .filter((name) => name.includes(`${place.save_path}/`) && /-\d\.txt/.test(name));
  const there = { from: LOCAL_PLACE_ID, to: id };
  const { version } = await details(id);
  const led = meddled(() => it.ask('image_configs/update', { id, version, save_path: 'shop/elsewhere' }));
  await expect(move(there, undefined, led)).rejects.toMatchObject({ code: 'file_place_changed' });
  expect(await contents()).toEqual(expected);
  expect(copies()).toEqual([]);
  const gone = meddled(() => it.ask('image_configs/remove', { id }));
  await expect(move(there, undefined, gone)).rejects.toMatchObject({ code: 'file_place_changed' });
  expect(await contents()).toEqual(expected);
  expect(await details(LOCAL_PLACE_ID)).toMatchObject({ files: 3, left: 0 });
});

test('a place that is full in the middle keeps what came through; once it has room again the rest follows', async () => {
  const expected = await contents();
  const { id } = await it.ask('image_configs/add', bucket());
  const { places } = it.mounted();
  let room = 2;
  const filling: Places = {
    ...places,
    async find(wanted) {
      const found = await places.find(wanted);
      if (wanted !== id) return found;
      const { store } = found;
      const put: FileStore['put'] = async (...file) => {
        room -= 1;
        if (room < 0) throw new Error('no space is left');
        await store.put(...file);
      };
      const [get, remove] = [store.get.bind(store), store.remove.bind(store)];
      return { ...found, store: { put, get, remove, probe: () => store.probe() } };
    },
  };
  await expect(move({ from: LOCAL_PLACE_ID, to: id }, undefined, filling)).rejects.toThrow(
    'no space is left',
  );
  expect(await contents()).toEqual(expected);
  expect((await details(LOCAL_PLACE_ID)).files).toBeGreaterThan(0);
  room = Number.POSITIVE_INFINITY;
  await move({ from: LOCAL_PLACE_ID, to: id }, undefined, filling);
  expect(await contents()).toEqual(expected);
  expect(await details(LOCAL_PLACE_ID)).toMatchObject({ files: 0 });
});
