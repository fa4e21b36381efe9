import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { ExportColumn } from '@waypost/contract';
import readXlsx from 'read-excel-file/node';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

/** Any list leaves the house as a table: what its own call would answer to whoever asks, all of it, and nothing else. */
setDefaultTimeout(120_000);
let product: Product;
let owner: Api;
let stranger: Api;
let operator: Api;
const HOSTILE = '=HYPERLINK("http://evil.example")';
const NAMES = ['Poster', 'Leaflet', HOSTILE, '行 "4"'];

beforeAll(async () => {
  product = await shareProduct();
  const people = [
    ['lena.lists', 'customer'],
    ['nils.lists', 'customer'],
    ['olga.lists', 'administrator'],
  ] as const;
  [owner, stranger, operator] = (await Promise.all(
    people.map(async ([account, role]) =>
      signIn(product.origin, await createAccount(product, { account, role })),
    ),
  )) as [Api, Api, Api];
  for (const name of NAMES)
    await owner.call('qr_code_list/add', { name, targets: [{ url: 'https://out.example/code' }] });
}, 180_000);

const COLUMNS: ExportColumn[] = [
  { path: 'name', title: 'Name' },
  { path: 'status', title: 'State', words: { on: 'Switched on', off: 'Off' } },
  { path: 'owner', title: 'Owner', reference: { area: 'account', title: 'account' } },
  { path: 'create_time', title: 'Created', as: 'time' },
];
const codes = (change: object = {}) => ({
  area: 'qr_code_list',
  call: 'user_inquire',
  body: {},
  columns: COLUMNS,
  title: 'QR codes',
  ...change,
});
const fileOf = async (api: Api, body: object) => {
  const operation = await runOperation(api, 'async_operations/export', body);
  expect(operation).toMatchObject({ status: 2, error_code: null });
  const file = await download(product.origin, api.token, operation.id);
  return { operation, bytes: Buffer.from(await file.arrayBuffer()), type: file.headers.get('content-type') };
};

test('CSV: the rows of the list in its order, in words, by the platform’s clock, and no formula', async () => {
  const { bytes, operation } = await fileOf(
    owner,
    codes({ body: { sort_field: 'name', sort_order: 'asc' } }),
  );
  expect(operation).toMatchObject({ kind: 'system.export_list', name: 'QR codes', done: 4, total: 4 });
  const [head, ...rows] = readCsv(bytes.toString());
  expect(head).toEqual(['Name', 'State', 'Owner', 'Created']);
  const list = await owner.call<{ content: { name: string; create_time: string }[] }>(
    'qr_code_list/user_inquire',
    { sort_field: 'name', sort_order: 'asc' },
  );
  expect(rows.map(([name]) => name?.replace(/^'/, ''))).toEqual(list.content.content.map(({ name }) => name));
  expect(rows.find(([name]) => name?.includes('HYPER'))?.[0]).toBe(`'${HOSTILE}`);
  for (const row of rows) {
    expect(row[1]).toBe('Switched on');
    // Customers read no accounts, so the id is all there is to tell.
    expect(row[2]).toMatch(/^[0-9a-f]{24}$/);
  }
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: product.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  } as const);
  expect(rows[0]?.[3]).toBe(shown.format(new Date(String(list.content.content[0]?.create_time))));
});

test('XLSX: another program reads the same rows, what looks like a formula is a text', async () => {
  const { bytes, type } = await fileOf(owner, codes({ format: 'xlsx', body: { search: 'HYPER' } }));
  expect(type).toContain('spreadsheetml');
  const [sheet] = (await readXlsx(bytes as never)) as unknown as { data: unknown[][] }[];
  expect(sheet?.data.map(([name]) => name)).toEqual(['Name', HOSTILE]);
  expect(sheet?.data[1]?.[3]).toBeInstanceOf(Date);
  expect(bytes.toString('latin1')).not.toContain('<f>');
});

test('what the list was narrowed to is what leaves, and of others nothing that its own call does not answer', async () => {
  const rowsOf = async (api: Api, change: object) =>
    readCsv((await fileOf(api, codes(change))).bytes.toString()).slice(1);
  expect((await rowsOf(owner, { body: { search: 'leaf' } })).map(([name]) => name)).toEqual(['Leaflet']);
  expect(await rowsOf(stranger, {})).toEqual([]);
  expect(await rowsOf(stranger, { call: 'inquire' })).toEqual([]);
  const all = await rowsOf(operator, { call: 'inquire', body: { search: 'leaflet' } });
  expect(all.map(([name, , account]) => [name, account])).toContainEqual(['Leaflet', 'lena.lists']);
});

test('what is no list, or not the caller’s to read, is refused before anything begins', async () => {
  const refused: [object, number][] = [
    [codes({ area: 'qr_code_list', call: 'remove' }), 404],
    [codes({ area: 'administrator', call: 'logout' }), 404],
    [codes({ area: 'nowhere', call: 'inquire' }), 404],
    [codes({ area: 'log', call: 'inquire' }), 403],
    [codes({ area: 'ip_black', call: 'inquire' }), 403],
    [codes({ body: { search: { $ne: null } } }), 422],
    [codes({ body: { $where: '1' } }), 422],
    [codes({ columns: [] }), 422],
    [
      codes({
        columns: [
          { path: '__proto__.x', title: 'x' },
          { path: 'a b', title: '' },
        ],
      }),
      422,
    ],
    [codes({ format: 'nobody.brings' }), 422],
  ];
  for (const [body, status] of refused)
    expect([body, (await owner.call('async_operations/export', body)).status]).toEqual([body, status]);
  const key = await runCommand(product, [
    ...['api-key', 'create', '--account', 'lena.lists', '--scopes', 'system.operation:*', '--json'],
  ]);
  const { key: token } = JSON.parse(key) as { key: string };
  expect((await apiOf(product.origin, token).call('async_operations/export', codes())).status).toBe(403);
});

test('a column that a row does not have is empty, also by names that every object has', async () => {
  const columns = [
    { path: 'name', title: 'Name' },
    { path: 'constructor', title: 'a' },
    { path: 'toString.name', title: 'b' },
  ];
  const { bytes } = await fileOf(owner, codes({ columns, body: { search: 'leaf' } }));
  expect(readCsv(bytes.toString())[1]).toEqual(['Leaflet', '', '']);
});

interface Described {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Asked }> } } }>;
}
interface Asked {
  properties?: Record<string, unknown>;
  required?: string[];
}

test('each call that answers pages leaves as a table', async () => {
  const { paths } = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as Described;
  const lists = Object.entries(paths).flatMap(([path, { post }]) => {
    const { properties = {}, required = [] } = post?.requestBody?.content['application/json']?.schema ?? {};
    const isWhole = required.every((name) => name === 'page' || name === 'page_size');
    return 'page' in properties && 'page_size' in properties && isWhole ? [path] : [];
  });
  expect(lists.length).toBeGreaterThan(90);
  const exportAll = async (paths: readonly string[], at: number) => {
    const account = await createAccount(product, { account: `rita.lists${at}`, role: 'super' });
    const api = await signIn(product.origin, account);
    for (const path of paths) {
      const [area, call] = path.split('/').slice(-2);
      const body = codes({ area, call, columns: [{ path: 'id', title: 'Id' }] });
      expect([path, await runOperation(api, 'async_operations/export', body)]).toMatchObject([
        path,
        { status: 2 },
      ]);
    }
  };
  // Each person may begin thirty a minute.
  const SHARE = 25;
  const shares = Array.from({ length: Math.ceil(lists.length / SHARE) }, (_, at) =>
    lists.slice(at * SHARE, (at + 1) * SHARE),
  );
  await Promise.all(shares.map(exportAll));
});
