import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket, readBucketAddress } from './bucket.ts';
import { S3_KEY, startS3Server } from './testing/s3-server.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-bucket-'));
const server = startS3Server(['backups']);
const access = { endpoint: server.endpoint, ...S3_KEY };
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  server.before = undefined;
  server.objects.clear();
});

test.each([
  ['s3://backups', { bucket: 'backups', folder: '' }],
  ['s3://backups/', { bucket: 'backups', folder: '' }],
  ['s3://backups/shop/qr', { bucket: 'backups', folder: 'shop/qr/' }],
  ['s3://', undefined],
  ['s3://Backups', undefined],
  ['s3://backups/a b', undefined],
  ['s3://key:secret@backups', undefined],
  ['https://backups', undefined],
])('%s is read as %p', (place, expected) => {
  expect(readBucketAddress(place)).toEqual(expected as never);
});

test('a large file goes there in parts and comes back as it was', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  const file = join(root, 'large');
  writeFileSync(file, Buffer.concat(Array.from({ length: 320 }, () => bytes)));
  const bucket = openBucket('s3://backups/shop', access);
  await bucket.put(file, 'one.tar');
  expect([...server.objects.keys()]).toEqual(['backups/shop/one.tar']);
  expect(server.unfinished()).toBe(0);
  expect(await bucket.has('one.tar')).toBe(true);
  expect(await bucket.has('two.tar')).toBe(false);
  expect(await bucket.list()).toEqual(['one.tar']);
  await bucket.get('one.tar', join(root, 'back'));
  expect(Bun.hash(readFileSync(join(root, 'back')))).toBe(Bun.hash(readFileSync(file)));
  await bucket.remove('one.tar');
  expect(await bucket.list()).toEqual([]);
}, 60_000);

test('a storage that refuses is told by its own word for it', async () => {
  const small = join(root, 'small');
  writeFileSync(small, 'small');
  const wrongKey = openBucket('s3://backups', { ...access, secret: 'another' });
  expect(wrongKey.put(small, 'one')).rejects.toThrow('SignatureDoesNotMatch');
  expect(openBucket('s3://elsewhere', access).put(small, 'one')).rejects.toThrow('NoSuchBucket');
  expect(openBucket('s3://backups', access).get('none', join(root, 'none'))).rejects.toThrow();
  expect(server.objects.size).toBe(0);
});

test('an upload that breaks off leaves no object', async () => {
  const file = join(root, 'broken');
  writeFileSync(file, Buffer.alloc(24 * 2 ** 20, 7));
  server.before = async ({ url }) =>
    url.includes('partNumber=2') ? new Response('', { status: 500 }) : undefined;
  expect(await openBucket('s3://backups', access).put(file, 'broken').catch(String)).toBeString();
  expect(server.objects.size).toBe(0);
}, 60_000);
