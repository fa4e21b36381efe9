import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Person } from '@waypost/sdk/testing';
import type { AddedFile } from './calls.ts';
import type { FileRow } from './files.ts';
import { storedFile } from './resource.ts';
import { type FilesUnderTest, testFiles } from './testing/test-files.ts';
import { FILE_LIMITS, FILE_PART_BYTES } from './values.ts';

setDefaultTimeout(120_000);

let it: FilesUnderTest;
let editor: Person;
beforeAll(async () => {
  it = await testFiles();
  editor = await it.t.person('eddie.editor', {
    permissions: ['create', 'read', 'delete'].map((verb) => `system.file:${verb}`),
  });
});
afterAll(() => it?.t.dispose());

type Answer = { file: AddedFile | null; upload: string | null; received: number };
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const add = (name: string, bytes: Uint8Array | string, as?: Person) =>
  it.ask<Answer>('file/add', { name, data: base64(bytes) }, as);
const refused = (name: string, bytes: Uint8Array | string, as?: Person) =>
  it.refusal('file/add', { name, data: base64(bytes) }, as);
const rowOf = async (answer: Answer) => {
  const row = (await it.t.rows(storedFile).all()).find(({ _id }) => String(_id) === answer.file?.id);
  if (row === undefined) throw new Error('no such row');
  return row as FileRow;
};
const shown = (address: string, isThumbnail = false) => it.mounted().files.shown(address, isThumbnail);
const bytesOf = async (answer: Answer) => {
  const file = await shown((await rowOf(answer)).address);
  return file === undefined ? undefined : (await file.body()).bytes();
};

/** A PNG whose head says a size, and whose pixels are all of one colour. */
function png(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0], 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const PDF = '%PDF-1.4\n%%EOF\n';

describe('what is uploaded is looked at by its bytes', () => {
  test('a picture is drawn anew in its kind, has a thumbnail, and nothing that hung on it is left', async () => {
    const hidden = '<script>alert(1)</script>PK\x03\x04';
    const jpeg = await new Bun.Image(png(600, 300)).jpeg().bytes();
    for (const [name, picture] of [
      ['one.png', png(600, 300)],
      ['two.JPG', jpeg],
    ] as const) {
      const answer = await add(name, Buffer.concat([picture, Buffer.from(hidden, 'latin1')]));
      const row = await rowOf(answer);
      expect(row).toMatchObject({ width: 600, height: 300, has_thumbnail: true, state: 'kept' });
      const kept = Buffer.from((await bytesOf(answer)) ?? []);
      expect(kept.includes('script')).toBe(false);
      expect(await shown(row.address)).toMatchObject({ isPicture: true });
      const small = await shown(row.address, true);
      const thumbnail = (await (await small?.body())?.bytes()) ?? new Uint8Array();
      expect((await new Bun.Image(thumbnail).metadata()).width).toBe(240);
    }
  });

  test('what is no picture is kept as it came, and only ever to be saved', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const zip = Buffer.from(`PK\x03\x04${'\0'.repeat(40)}`, 'latin1');
    for (const [name, bytes, type] of [
      ['paper.pdf', PDF, 'application/pdf'],
      ['page.txt', page, 'text/plain; charset=utf-8'],
      ['rows.csv', 'a,b\n1,2\n', 'text/csv; charset=utf-8'],
      ['bomb.zip', zip, 'application/zip'],
      ['old.gif', `GIF89a<script>alert(1)</script>`, 'image/gif'],
    ] as const) {
      const answer = await add(name, bytes);
      expect(answer.file?.type).toBe(type);
      expect(Buffer.from((await bytesOf(answer)) ?? [])).toEqual(Buffer.from(bytes));
      expect(await shown((await rowOf(answer)).address)).toMatchObject({ isPicture: false, type });
    }
  });

  test('a name that promises something else, and what is nothing that is kept, are refused', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    for (const [name, bytes, code] of [
      ['page.png', page, 'file_kind_differs'],
      ['page.html', page, 'file_kind_differs'],
      ['drawing.svg', '<svg onload="alert(1)"/>', 'file_kind_differs'],
      ['paper.png', PDF, 'file_kind_differs'],
      ['picture.pdf', png(2, 2), 'file_kind_differs'],
      ['noname', PDF, 'file_kind_differs'],
      ['tool.zip', '\x7fELF\x01\x02', 'file_kind_unknown'],
      ['damaged.png', png(8, 8).subarray(0, 40), 'not_a_picture'],
    ] as const)
      expect([name, (await refused(name, bytes))[0]]).toEqual([name, code]);
    for (const name of [
      '../up.pdf',
      'a/b.pdf',
      'a\\b.pdf',
      '.hidden.pdf',
      'a\u202efdp.exe',
      'a\0.pdf',
      '',
      'x'.repeat(201),
    ])
      expect((await refused(name, PDF)).slice(0, 2)).toEqual(['invalid_input', 'name']);
    it.limits.file_types = ['png'];
    expect(await refused('paper.pdf', PDF)).toEqual(['file_kind_off']);
    it.limits.file_types = FILE_LIMITS.file_types;
  });

  test('a picture of a few KB that would fill the memory is not opened', async () => {
    const begin = performance.now();
    expect((await refused('bomb.png', png(60_000, 60_000, 4)))[0]).toBe('not_a_picture');
    expect((await refused('bomb.png', png(20_000, 20_000)))[0]).toBe('not_a_picture');
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

describe('how much is kept', () => {
  test('a file that is too large is refused, by what it says of itself before it is sent', async () => {
    it.limits.file_size = 100;
    expect(await refused('large.txt', 'a'.repeat(100 * 1_024 + 1))).toEqual(['file_upload_limit']);
    const first = { name: 'large.txt', data: base64('a'), size: 5_000_000, part: 0 };
    expect(await it.refusal('file/add', first)).toEqual(['file_upload_limit']);
    it.limits.file_size = FILE_LIMITS.file_size;
  });

  test('a person keeps so many and so much, also of those that come at once, and what goes makes room', async () => {
    it.limits.file_most = 3;
    const at = await Promise.allSettled(
      Array.from({ length: 8 }, (_, number) => add(`${number}.txt`, `file ${number}`, editor)),
    );
    expect(at.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await refused('more.txt', 'more', editor)).toEqual(['file_upload_most']);
    const { content } = await it.ask<{ content: { id: string }[] }>('file/user_inquire', {}, editor);
    expect(content).toHaveLength(3);
    for (const { id } of content) await it.ask('file/remove', { id }, editor);
    it.limits.file_space = 1;
    await add('half.txt', 'a'.repeat(600_000), editor);
    expect(await refused('half.txt', 'a'.repeat(600_000), editor)).toEqual(['file_upload_space']);
    Object.assign(it.limits, FILE_LIMITS);
  });

  test('a file in parts is whole or not there', async () => {
    const bytes = crypto
      .getRandomValues(new Uint8Array(2 * FILE_PART_BYTES + 5))
      .map((byte) => 32 + (byte % 90));
    const part = (number: number) =>
      base64(bytes.slice(number * FILE_PART_BYTES, (number + 1) * FILE_PART_BYTES));
    const name = 'long.txt';
    const { upload } = await it.ask<Answer>(
      'file/add',
      { name, size: bytes.length, data: part(0), part: 0 },
      editor,
    );
    const send = (number: number, data: string, as = editor) => ({ name, upload, part: number, data, as });
    const { as: _as, ...short } = send(1, base64('short'));
    expect(await it.refusal('file/add', short, editor)).toEqual(['file_incomplete']);
    const { as: _by, ...last } = send(2, part(2));
    // Nobody else adds to it.
    expect(await it.refusal('file/add', last)).toEqual(['not_found']);
    expect(await it.ask<Answer>('file/add', last, editor)).toMatchObject({ file: null, received: 2 });
    const { as: _of, ...middle } = send(1, part(1));
    const answer = await it.ask<Answer>('file/add', middle, editor);
    expect(answer).toMatchObject({ upload: null, received: 3 });
    expect(Buffer.from((await bytesOf(answer)) ?? [])).toEqual(Buffer.from(bytes));
  });
});

// Each would have room for the largest file, for an hour: many at once would fill the disk past every limit.
test('of many uploads begun at once one takes parts', async () => {
  const bytes = 'a'.repeat(FILE_PART_BYTES + 1);
  const first = { name: 'many.txt', size: bytes.length, data: base64(bytes.slice(0, -1)), part: 0 };
  await Promise.allSettled(Array.from({ length: 8 }, () => it.ask<Answer>('file/add', first, editor)));
  const parts = () =>
    it.t.context.model(storedFile).db.collection('system_file_upload_part').countDocuments();
  expect(await parts()).toBeLessThanOrEqual(1);
  await it.ask('file/add', first, editor);
  expect(await parts()).toBe(1);
});

describe('what is there', () => {
  test('a person sees and removes the own files alone, an operator everybody’s; the address ends at once', async () => {
    const own = await add('mine.pdf', PDF, editor);
    const foreign = await add('theirs.pdf', PDF);
    const id = foreign.file?.id;
    expect(await it.refusal('file/details', { id }, editor)).toEqual(['not_found']);
    expect(await it.refusal('file/remove', { id }, editor)).toEqual(['not_found']);
    const everybody = await it.ask<{ content: { name: string }[] }>('file/inquire', { page_size: 200 });
    expect(everybody.content.map(({ name }) => name)).toContain('mine.pdf');
    const { address, object, place } = await rowOf(own);
    await it.ask('file/remove', { id: own.file?.id });
    expect(await shown(address)).toBeUndefined();
    await it.t.jobs.run('bury_files', {});
    const { store } = await it.mounted().places.find(place);
    expect(store.get(object)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('what a process has left half-way is taken away, and counts no longer', async () => {
    const answer = await add('half.pdf', PDF, editor);
    const { address } = await rowOf(answer);
    await it.t.context
      .model(storedFile)
      .updateOne({ address } as never, { $set: { state: 'writing' } } as never);
    expect(await shown(address)).toBeUndefined();
    it.t.clock.set(new Date(it.t.clock.now() + 2 * 3_600_000));
    await it.t.jobs.run('forget_files', {});
    expect((await it.t.rows(storedFile).all()).some((row) => row.address === address)).toBe(false);
  });
});
