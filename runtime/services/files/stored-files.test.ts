import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilePlace, S3FilePlace } from '@waypost/sdk';
import { S3RVER_KEY, type S3rver, startS3rver } from '../../../tests/s3rver.ts';
import { createOutgoing } from '../../outgoing/index.ts';
import { S3_KEY, startS3Server } from '../../outgoing/testing/s3-server.ts';
import { createStoredFiles } from './stored-files.ts';

setDefaultTimeout(60_000);

const root = mkdtempSync(join(tmpdir(), 'waypost-files-'));
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const KIND = { type: 'application/pdf', disposition: 'attachment' };
let s3: S3rver;
let place: S3FilePlace;

beforeAll(async () => {
  s3 = await startS3rver(['files']);
  place = { kind: 's3', endpoint: s3.endpoint, region: '', bucket: 'files', path: 'shop/qr', ...S3RVER_KEY };
});
afterAll(async () => {
  await s3?.stop();
  rmSync(root, { recursive: true, force: true });
});

const filesOf = (storageAddresses: string[], limitMs?: number) =>
  createStoredFiles({
    directory: root,
    send: createOutgoing({ resolvers: [], testAddresses: [], storageAddresses }).storage,
    random: random as never,
    ...(limitMs === undefined ? {} : { limitMs }),
  }).offered;
const open = (of: FilePlace, limitMs?: number) => filesOf(['127.0.0.1'], limitMs).open(of);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe.each(['local', 's3'] as const)('a place of kind %s', (kind) => {
  const own = (): FilePlace => (kind === 'local' ? { kind, path: 'own' } : place);

  test('gives back what it was given, forgets what is taken away, and says that it works', async () => {
    const store = open(own());
    const bytes = random.bytes(300_000);
    await store.put('ab/one.pdf', bytes, KIND);
    expect(await (await store.get('ab/one.pdf')).bytes()).toEqual(bytes);
    await store.put('ab/one.pdf', bytes.slice(0, 10), KIND);
    expect((await store.get('ab/one.pdf')).size).toBe(10);
    await store.remove('ab/one.pdf');
    expect(await codeOf(store.get('ab/one.pdf'))).toBe('not_found');
    await store.remove('ab/one.pdf');
    await store.probe();
  });
});

test('half of a file that an ended process left is taken away, and what another one is writing is not', async () => {
  const drafts = join(root, 'left', '.drafts');
  mkdirSync(drafts, { recursive: true });
  for (const name of ['old.part', 'new.part']) writeFileSync(join(drafts, name), 'half');
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(drafts, 'old.part'), before, before);
  await open({ kind: 'local', path: 'left' }).put('ab/one.pdf', random.bytes(10), KIND);
  expect(readdirSync(drafts)).toEqual(['new.part']);
});

test('a storage answers whoever comes to it with the kind of a file, and to be saved', async () => {
  await open(place).put('ab/two.pdf', random.bytes(10), KIND);
  const client = new Bun.S3Client({
    endpoint: s3.endpoint,
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: S3RVER_KEY.key,
    secretAccessKey: S3RVER_KEY.secret,
  });
  const answer = await fetch(client.presign('shop/qr/ab/two.pdf'));
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe('attachment');
});

// Whoever has the address of a file may ask for it as often as they like.
test('reads that a storage does not answer keep nobody from writing', async () => {
  const slow = startS3Server(['files']);
  const held = Promise.withResolvers<void>();
  slow.before = async ({ method }) => {
    if (method === 'GET') await held.promise;
    return undefined;
  };
  try {
    const store = filesOf(['127.0.0.1']).open({ ...place, ...S3_KEY, endpoint: slow.endpoint });
    const reads = Promise.all(Array.from({ length: 20 }, () => codeOf(store.get('ab/none.pdf'))));
    const written = store.put('ab/now.pdf', random.bytes(10), KIND).then(() => 'written');
    expect(await Promise.race([written, reads])).toBe('written');
    held.resolve();
    expect(new Set(await reads)).toEqual(new Set(['not_found']));
  } finally {
    await slow.close();
  }
});

test('a test of a storage says what is wrong with it', async () => {
  // s3rver looks at no signature of Version 4: this one computes it itself.
  const strict = startS3Server(['files']);
  const signed = { ...place, ...S3_KEY, endpoint: strict.endpoint };
  try {
    await open(signed).probe();
    expect(strict.objects.size).toBe(0);
    expect(await codeOf(open({ ...signed, secret: 'wrong' }).probe())).toBe('file_place_refused');
    expect(await codeOf(open({ ...signed, region: 'elsewhere' }).probe())).toBe('file_place_refused');
  } finally {
    await strict.close();
  }
  expect(await codeOf(open({ ...place, key: 'nobody' }).probe())).toBe('file_place_refused');
  expect(await codeOf(open({ ...place, bucket: 'elsewhere' }).probe())).toBe('file_place_bucket');
  expect(await codeOf(open({ ...place, endpoint: 'http://127.0.0.1:1' }).probe())).not.toBe('nothing');
  expect(await codeOf(open({ ...place, endpoint: 'http://127.0.0.1:9' }).probe())).not.toBe('nothing');
});

test('nothing of our own network is asked unless the operator has named it, however it is written', async () => {
  let hits = 0;
  const inner = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      hits += 1;
      return new Response('inner');
    },
  });
  try {
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '[::ffff:127.0.0.1]',
      'localhost',
      '１２７.0.0.1',
    ]) {
      const store = filesOf([]).open({ ...place, endpoint: `http://${host}:${inner.port}` });
      expect(await codeOf(store.probe())).toBe('file_place_private');
    }
    expect(
      await codeOf(
        filesOf(['10.0.0.0/8'])
          .open({ ...place, endpoint: `http://127.0.0.1:${inner.port}` })
          .probe(),
      ),
    ).toBe('file_place_private');
    expect(
      await codeOf(
        filesOf([])
          .open({ ...place, endpoint: 'http://169.254.169.254' })
          .probe(),
      ),
    ).toBe('file_place_private');
    expect(hits).toBe(0);
  } finally {
    await inner.stop(true);
  }
});

test('a storage that hangs, leads on, answers without an end or with something else is told, and soon', async () => {
  let kept = new Uint8Array();
  const hostile = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const mode = new URL(request.url).pathname.split('/')[1];
      if (mode === 'hangs') return new Promise<Response>(() => undefined);
      if (mode === 'leads') return Response.redirect('http://127.0.0.1:1/inner', 302);
      if (request.method === 'PUT') {
        kept = new Uint8Array(await request.arrayBuffer());
        return new Response(null);
      }
      if (request.method === 'DELETE') return new Response(null, { status: 204 });
      if (mode === 'other') return new Response(kept.map((byte) => byte ^ 1));
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1_048_576)),
      });
      return new Response(endless);
    },
  });
  const begin = performance.now();
  const at = (bucket: string) =>
    codeOf(open({ ...place, endpoint: `http://127.0.0.1:${hostile.port}`, bucket }, 1_500).probe());
  try {
    expect(await at('hangs')).toBe('internet_timed_out');
    expect(await at('leads')).toBe('file_place_refused');
    expect(await at('other')).toBe('file_place_damaged');
    expect(['internet_too_large', 'internet_timed_out']).toContain(await at('endless'));
    expect(performance.now() - begin).toBeLessThan(20_000);
  } finally {
    await hostile.stop(true);
  }
});

test('no name leaves the folder, and none of half a file is found', async () => {
  const store = open({ kind: 'local', path: 'own' });
  for (const name of ['../out', 'a/../../out', '/etc/passwd', 'a/b/c', '.hidden', 'a\0b'])
    expect(store.put(name, random.bytes(1), KIND)).rejects.toThrow('not the name');
  for (const path of ['../up', 'a/b', '..', 'A'])
    expect(() => open({ kind: 'local', path })).toThrow('folder');
  writeFileSync(join(root, 'blocked'), '');
  const blocked = open({ kind: 'local', path: 'blocked' });
  expect(await codeOf(blocked.probe())).toBe('file_place_unwritable');
});

test('a disk that fills refuses the file, leaves nothing of it, and keeps what is there', async () => {
  const small = join(root, 'small');
  mkdirSync(small);
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small]);
  if (mount.exitCode !== 0) {
    console.log('skipped: no disk of its own can be mounted here');
    return;
  }
  try {
    const store = open({ kind: 'local', path: 'small' });
    const piece = random.bytes(1_000_000);
    const outcomes: string[] = [];
    for (let number = 0; number < 6; number += 1)
      outcomes.push(await codeOf(store.put(`aa/${number}`, piece, KIND)));
    expect(outcomes.filter((code) => code === 'nothing')).toHaveLength(3);
    expect(outcomes.slice(3)).toEqual(['file_place_full', 'file_place_full', 'file_place_full']);
    expect(readdirSync(join(small, 'aa')).sort()).toEqual(['0', '1', '2']);
    expect(await (await store.get('aa/2')).bytes()).toEqual(piece);
    await store.remove('aa/0');
    await store.put('aa/3', piece, KIND);
    // Without names for files left the system itself says so, with room for bytes.
    expect(Bun.spawnSync(['mount', '-o', 'remount,nr_inodes=6', small]).exitCode).toBe(0);
    expect(await codeOf(store.put('bb/4', random.bytes(10), KIND))).toBe('file_place_full');
  } finally {
    Bun.spawnSync(['umount', small]);
  }
});
