import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apiOf, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';

setDefaultTimeout(180_000);

const SECRET = 'planted-secret-of-a-storage-0123456789';
const PAGE = '<!doctype html><script>fetch("/api/administrator/profile")</script>';
const LOGO = join(import.meta.dir, '../../host/shell/public/logo.png');

let product: Product;
let root: Api;
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(() => product?.stop());

interface Added {
  file: { id: string; url: string; thumbnail: string };
}
const add = async (name: string, bytes: string | Uint8Array) =>
  (await root.call<Added>('file/add', { name, data: Buffer.from(bytes).toString('base64') })).content.file;
const pathOf = (address: string) => new URL(address).pathname;

test('whatever is uploaded has no origin, is not sniffed, and is saved unless the server drew it', async () => {
  const text = await add('page.txt', PAGE);
  const picture = await add('logo.png', readFileSync(LOGO));
  for (const [address, disposition] of [
    [text.url, 'attachment'],
    [picture.url, 'inline'],
    [picture.thumbnail, 'inline'],
  ] as const) {
    const answer = await fetch(product.origin + pathOf(address));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toStartWith(disposition);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
    expect(answer.headers.get('content-type')).toMatch(/^(image\/png|text\/plain)/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(product.origin + pathOf(address), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  }
  expect(await (await fetch(product.origin + pathOf(text.url))).text()).toBe(PAGE);
});

test('no address leads to what is none, and none is opened under another host or by another method', async () => {
  const { url } = await add('paper.pdf', '%PDF-1.4\n');
  const path = pathOf(url);
  for (const wrong of [
    '/file/',
    '/file/..%2f..%2fsecret.key',
    `${path}x`,
    `${path}/thumbnail`,
    `/file/${'0'.repeat(32)}`,
  ])
    expect((await fetch(product.origin + wrong)).status).toBe(404);
  expect((await fetch(product.origin + path, { method: 'POST' })).status).toBe(405);
  expect((await fetch(product.origin + path, { headers: { host: 'shop.example.com' } })).status).toBe(404);
});

test('nobody uploads without the right, and nothing is larger than a call takes', async () => {
  const nobody = apiOf(product.origin);
  expect((await nobody.call('file/add', { name: 'a.txt', data: 'YQ==' })).status).toBe(401);
  const large = { name: 'a.txt', data: 'A'.repeat(1_000_000) };
  expect((await root.call('file/add', large)).status).toBe(413);
});

test('the key of a storage is in no answer, and in nothing that the data directory holds', async () => {
  const place = {
    name: 'Bucket',
    upload_type: 2,
    endpoint: 'https://s3.example.com',
    bucket: 'files',
    access_key_id: 'waypost',
    access_key_secret: SECRET,
  };
  const { id } = (await root.call<{ id: string }>('image_configs/add', place)).content;
  const answers = [
    await root.call('image_configs/details', { id }),
    await root.call('image_configs/inquire', {}),
    await root.call('image_configs/test', { id }),
    await root.call('log/inquire', { page_size: 100 }),
  ];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(SECRET);
  expect(product.output()).not.toContain(SECRET);
  const files = readdirSync(product.dataDir, { recursive: true }).map((name) =>
    join(product.dataDir, String(name)),
  );
  for (const file of files.filter((path) => statSync(path).isFile()))
    expect([file, readFileSync(file).includes(SECRET)]).toEqual([file, false]);
});
