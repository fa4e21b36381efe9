import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

/** Short links leave the house as a table and as pictures: whose they are, all of them, and nothing that a sheet would run. */
setDefaultTimeout(120_000);
const COUNT = 3;
let product: Product;
let owner: Api;
let stranger: Api;
let ids: string[];

beforeAll(async () => {
  product = await shareProduct();
  const people = ['ella.exports', 'emil.exports'];
  [owner, stranger] = (await Promise.all(
    people.map(async (account) =>
      signIn(product.origin, await createAccount(product, { account, role: 'customer' })),
    ),
  )) as [Api, Api];
  const lines = [
    'https://out.example/one,"=HYPERLINK(""http://evil.example"")",Exported-1',
    'https://out.example/two,Second,exported-1,2099-01-31T00:00:00Z,"a note, with comma"',
    'https://out.example/three,"@cmd"',
  ].join('\n');
  const data = Buffer.from(lines).toString('base64');
  const upload = (await owner.call<{ upload: string }>('short_qr_code_list/upload', { data })).content.upload;
  await runOperation(owner, 'short_qr_code_list/import', { upload });
  await owner.call('qr_code_list/add', { name: 'No link', targets: [{ url: 'https://out.example/code' }] });
  const found = await owner.call<{ content: { id: string }[] }>('qr_code_list/user_inquire', {
    is_short_link: true,
  });
  ids = found.content.content.map(({ id }) => id);
}, 180_000);

const fileOf = async (api: Api, call: string, body: object) => {
  const operation = await runOperation(api, `short_qr_code_list/${call}`, body);
  const file = await download(product.origin, api.token, operation.id);
  return { operation, bytes: Buffer.from(await file.arrayBuffer()) };
};

test('the table has every link and no code, what sheets would run is text, and an import reads it again', async () => {
  const { bytes } = await fileOf(owner, 'export', {});
  const [head, ...rows] = readCsv(bytes.toString());
  expect(head?.slice(0, 5)).toEqual(['url', 'name', 'short_code', 'expires_at', 'remark']);
  expect(rows).toHaveLength(COUNT);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@]/);
  expect(rows.find(([url]) => url?.endsWith('/two'))?.slice(1, 6)).toEqual([
    'Second',
    'exported-1',
    '2099-01-31T00:00:00.000Z',
    'a note, with comma',
    `${product.origin}/exported-1`,
  ]);
  const data = bytes.toString('base64');
  const { upload } = (await stranger.call<{ upload: string }>('short_qr_code_list/upload', { data })).content;
  const again = await runOperation(stranger, 'short_qr_code_list/import', { upload });
  const report = readCsv(await (await download(product.origin, stranger.token, again.id)).text()).slice(1);
  // Short codes are somebody's already: told for each line, read right in all.
  expect(report.map(([, , , , url]) => url)).toEqual(rows.map(([url]) => url));
});

test('what the list was narrowed to is what leaves: by a text and by a status', async () => {
  const rowsOf = async (body: object) =>
    readCsv((await fileOf(owner, 'export', body)).bytes.toString())
      .slice(1)
      .map(([url]) => url);
  expect(await rowsOf({ search: ' NOTE, with ' })).toEqual(['https://out.example/two']);
  expect(await rowsOf({ search: 'out.example/t', status: 'on' })).toHaveLength(2);
  expect(await rowsOf({ search: 'out.example/code' })).toEqual([]);
  expect(await rowsOf({ status: 'off' })).toEqual([]);
  const pictures = await fileOf(owner, 'export_pictures', { search: 'example/one' });
  expect(pictures.operation).toMatchObject({ done: 1, total: 1 });
});

test('the pictures lie in a ZIP under names that no machine takes for one, with a table beside them', async () => {
  for (const picture of ['png', 'svg'] as const) {
    const { bytes, operation } = await fileOf(owner, 'export_pictures', { picture });
    expect(operation).toMatchObject({ done: COUNT, total: COUNT });
    const names = namesIn(bytes);
    expect(names).toHaveLength(COUNT + 1);
    expect(names.at(-1)).toBe('links.csv');
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => name.endsWith(`.${picture}`))).toHaveLength(COUNT);
    const mark = picture === 'png' ? Buffer.from('\u0089PNG', 'latin1') : Buffer.from('<svg');
    expect(bytes.includes(mark)).toBe(true);
    expect(bytes.toString('latin1')).toContain("'=HYPERLINK");
  }
});

test('chosen ones are all that is exported, and of another one’s nothing', async () => {
  const chosen = ids.slice(0, 1);
  expect(readCsv((await fileOf(owner, 'export', { ids: chosen })).bytes.toString())).toHaveLength(2);
  for (const call of ['export', 'export_pictures'])
    expect(await stranger.call(`short_qr_code_list/${call}`, { ids: chosen })).toMatchObject({ status: 404 });
  const none = await runOperation(stranger, 'short_qr_code_list/export_pictures', {});
  expect(none).toMatchObject({ error_code: 'qr.export_empty' });
});

/** Names in the list at the end of an archive, in order. */
function namesIn(zip: Buffer): string[] {
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const length = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + length).toString();
    at += 46 + length;
    return name;
  });
}
