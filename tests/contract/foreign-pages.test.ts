import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

// Pages of others that lead visitors to a code are found by their host, by whoever has the code and by nobody else.
setDefaultTimeout(180_000);

interface ForeignPage {
  host: string;
  view_number: number;
  share: number;
  first_day: string;
  last_day: string;
}
interface Found {
  content: ForeignPage[];
  count: number;
}
interface Owner {
  api: Api;
  id: string;
  account: string;
}
let product: Product;
let anna: Owner;
let ben: Owner;
let root: Api;
const link: Record<string, { id: string; short_code: string }> = {};

async function ownerOf(account: string): Promise<Owner> {
  const api = await signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  const { content } = await api.call<{ user_info: { id: string } }>('administrator/profile');
  return { api, id: content.user_info.id, account };
}
async function addLink(name: string, { api }: Owner): Promise<void> {
  const body = { name, targets: [{ url: 'https://framed.example/' }], jump_type: 6 };
  link[name] = (await api.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
}
async function visit(name: string, referer: string | undefined, times: number): Promise<void> {
  for (let at = 0; at < times; at++)
    await fetch(`${product.origin}/${link[name]?.short_code}`, {
      headers: { 'x-forwarded-for': `203.0.113.${at + 1}`, ...(referer === undefined ? {} : { referer }) },
      redirect: 'manual',
    });
}
const pages = async (api: Api, body: object = {}, call = 'inquire'): Promise<Found> =>
  (await api.call<Found>(`stealing_list/${call}`, body)).content;
const hosts = ({ content }: Found) => content.map(({ host, view_number }) => [host, view_number]);

beforeAll(async () => {
  product = await shareProduct();
  root = await signIn(product.origin, product.administrator);
  anna = await ownerOf('anna.foreign');
  ben = await ownerOf('ben.foreign');
  await addLink('Menu', anna);
  await addLink('Door', anna);
  await addLink('Elsewhere', ben);
  await visit('Menu', 'https://Copies.example/frame?of=ours', 3);
  await visit('Door', 'https://copies.example/', 1);
  await visit('Menu', 'https://news.example/today', 2);
  await visit('Menu', undefined, 4);
  await visit('Menu', `${product.origin}/`, 1);
  await visit('Elsewhere', 'https://only-bens.example/', 2);
  const limit = performance.now() + 60_000;
  for (const { api, wanted } of [
    { api: anna.api, wanted: 6 },
    { api: ben.api, wanted: 2 },
  ])
    for (;;) {
      const { content } = await pages(api);
      if (content.reduce((sum, { view_number }) => sum + view_number, 0) >= wanted) break;
      if (performance.now() > limit) throw new Error(`not counted: ${JSON.stringify(content)}`);
      await Bun.sleep(100);
    }
}, 240_000);

test('hosts come with their visits, most first; who came by themselves or from us is not among them', async () => {
  const found = await pages(anna.api);
  expect(hosts(found)).toEqual([
    ['copies.example', 4],
    ['news.example', 2],
  ]);
  const [first] = found.content;
  expect(first?.share).toBeCloseTo(4 / 11, 5);
  expect(first?.first_day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(first?.last_day).toBe(first?.first_day as string);
});

test('they are searched, sorted, paged and narrowed to a code and to days', async () => {
  expect(hosts(await pages(anna.api, { search: 'NEWS' }))).toEqual([['news.example', 2]]);
  expect(hosts(await pages(anna.api, { sort_field: 'host', sort_order: 'desc', page_size: 1 }))).toEqual([
    ['news.example', 2],
  ]);
  const second = await pages(anna.api, { page: 2, page_size: 1 });
  expect([hosts(second), second.count]).toEqual([[['news.example', 2]], 2]);
  expect(hosts(await pages(anna.api, { link: link.Door?.id }))).toEqual([['copies.example', 1]]);
  expect(await pages(anna.api, { first_day: '2021-01-01', last_day: '2021-01-31' })).toMatchObject({
    content: [],
    count: 0,
  });
  const { status, body } = await anna.api.call('stealing_list/inquire', { range: 'custom' });
  expect([status, body.status ? '' : body.code, body.status ? '' : body.errors[0]?.path]).toEqual([
    422,
    'invalid_input',
    'first_day',
  ]);
});

test('nobody finds those of others, but who sees every owner', async () => {
  expect(hosts(await pages(ben.api))).toEqual([['only-bens.example', 2]]);
  expect(hosts(await pages(ben.api, { owner: anna.id }))).toEqual([['only-bens.example', 2]]);
  expect(hosts(await pages(ben.api, { link: link.Menu?.id }))).toEqual([]);
  expect(hosts(await pages(root, { owner: anna.id }))[0]).toEqual(['copies.example', 4]);
  expect(hosts(await pages(root, { search: 'only-bens' }))).toEqual([['only-bens.example', 2]]);
  expect(hosts(await pages(root, { search: 'only-bens' }, 'user_inquire'))).toEqual([]);
});

test('an export brings what the list finds, of the own codes alone', async () => {
  const { id } = await runOperation(anna.api, 'stealing_list/export', { search: 'example', owner: ben.id });
  const [head, ...rows] = readCsv(await (await download(product.origin, anna.api.token, id)).text());
  expect(head).toEqual(['Page', 'Visits', 'Of all visits', 'First day', 'Last day']);
  expect(rows.filter((row) => row.length > 1).map(([host, visits, share]) => [host, visits, share])).toEqual([
    ['copies.example', '4', '0.3636'],
    ['news.example', '2', '0.1818'],
  ]);
});
