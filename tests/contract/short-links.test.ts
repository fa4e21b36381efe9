import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type ImportColumns, OperationStatus } from '@waypost/contract';
import { readEnd } from '@waypost/sdk';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

/** Many short links of a file: what is made, and what is told of each line that was wrong. */
setDefaultTimeout(120_000);
const PIECE = 500_000;
interface Link {
  id: string;
  name: string;
  short_code: string;
  jump_type: number;
  remark: string;
  expires_at: string | null;
  targets: { url: string }[];
}
let product: Product;
let owner: Api;
let stranger: Api;

beforeAll(async () => {
  product = await shareProduct();
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'lina.links', role: 'customer' }),
  );
  stranger = await signIn(
    product.origin,
    await createAccount(product, { account: 'otto.other', role: 'customer' }),
  );
}, 180_000);
afterAll(() => {});

async function upload(api: Api, bytes: Uint8Array): Promise<string> {
  let id: string | undefined;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const data = Buffer.from(bytes.subarray(at, at + PIECE)).toString('base64');
    const body = id === undefined ? { data } : { data, upload: id };
    id = (await api.call<{ upload: string }>('short_qr_code_list/upload', body)).content.upload;
  }
  return id ?? '';
}
async function importFile(bytes: Uint8Array | string, api = owner) {
  const id = await upload(api, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const operation = await runOperation(api, 'short_qr_code_list/import', { upload: id });
  const rows =
    operation.status === OperationStatus.completed
      ? readCsv(await (await download(product.origin, api.token, operation.id)).text())
      : [];
  return { operation, rows: rows.slice(1) };
}
const links = async (search: string, api = owner) =>
  (
    await api.call<{ content: Link[] }>('qr_code_list/user_inquire', {
      is_short_link: true,
      search,
      page_size: 200,
    })
  ).content.content;

test('lines become links that lead there at once; they stand in the list of links and not among the codes', async () => {
  const { operation, rows } = await importFile(
    'https://menu.example/one\nmenu.example/two,Second,Menu-2,2099-01-31,from the table\n',
  );
  expect(operation).toMatchObject({ done: 2, total: 2 });
  expect(rows.map(([line, outcome]) => [line, outcome])).toEqual([
    ['1', 'Made'],
    ['2', 'Made'],
  ]);
  const [, , , short_url = ''] = rows[0] ?? [];
  const visit = await fetch(short_url.replace(/^https?:\/\/[^/]+/, product.origin), { redirect: 'manual' });
  expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://menu.example/one']);
  const [second] = await links('Menu-2');
  expect(second).toMatchObject({
    name: 'Second',
    jump_type: 6,
    remark: 'from the table',
    expires_at: readEnd('2099-01-31', product.timeZone)?.toISOString(),
    targets: [{ url: 'https://menu.example/two' }],
  });
  const codes = await owner.call<{ count: number }>('qr_code_list/user_inquire', {
    is_short_link: false,
    search: 'Menu-2',
  });
  expect(codes.content.count).toBe(0);
  expect(await links('menu.example', stranger)).toEqual([]);
});

test('each line that is wrong is told with what was wrong and what to do, and costs the others nothing', async () => {
  await owner.call('qr_code_list/add', {
    name: 'Has it',
    short_code: 'Lina-1',
    targets: [{ url: 'https://a.example/' }],
  });
  const { rows } = await importFile(
    [
      'name,url,short_code,expires_at',
      'Right,https://wrong-lines.example/right,,',
      'Script,javascript:alert(1),,',
      'Taken,https://wrong-lines.example/a,Lina-1,',
      'Ours,https://wrong-lines.example/b,admin_login,',
      'Twice,https://wrong-lines.example/c,Lina-2,',
      'Twice again,https://wrong-lines.example/d,Lina-2,',
      'Form,https://wrong-lines.example/e,no blanks,',
      'Late,https://wrong-lines.example/f,,2001-01-01',
      'No day,https://wrong-lines.example/g,,soon',
      `Long,https://wrong-lines.example/${'h'.repeat(9_000)},,`,
      '=cmd|calc,https://wrong-lines.example/formula,,',
      '"never closed,https://wrong-lines.example/i,,',
      'Last,https://wrong-lines.example/last,,',
    ].join('\r\n'),
  );
  expect(
    rows.map(([line, outcome, , , , , fault, mend]) => [line, outcome, fault !== '' && mend !== '']),
  ).toEqual([
    ['2', 'Made', false],
    ['3', 'Not made', true],
    ['4', 'Not made', true],
    ['5', 'Not made', true],
    ['6', 'Made', false],
    ['7', 'Not made', true],
    ['8', 'Not made', true],
    ['9', 'Not made', true],
    ['10', 'Not made', true],
    ['11', 'Not made', true],
    ['12', 'Made', false],
    ['13', 'Not made', true],
    ['14', 'Made', false],
  ]);
  // What a spreadsheet would run is text in the report.
  expect(rows.find(([line]) => line === '12')?.[5]).toBe("'=cmd|calc");
  expect((await links('wrong-lines.example')).map(({ name }) => name).sort()).toEqual([
    '=cmd|calc',
    'Last',
    'Right',
    'Twice',
  ]);
});

test('a file is read in the encodings that spreadsheets save, and what is no text makes nothing', async () => {
  const text = 'url,name\nhttps://encoded.example/16,春季菜单';
  await importFile(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const chinese = Buffer.concat([
    Buffer.from('https://encoded.example/18030,'),
    Buffer.from([0xb6, 0xcc, 0xc1, 0xb4]),
  ]);
  await importFile(chinese);
  expect((await links('encoded.example')).map(({ name }) => name).sort()).toEqual(['春季菜单', '短链']);
  const { operation } = await importFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0xff, 0xff]));
  expect(operation).toMatchObject({ error_code: 'qr.import_unreadable', status: OperationStatus.abnormal });
  expect((await importFile(' \n\n')).operation.error_code).toBe('qr.import_empty');
});

test('columns that nobody knows are told, and read as a person says', async () => {
  const id = await upload(
    owner,
    Buffer.from('Zieladresse,Kurzname,Abteilung\nhttps://mapped.example/,Map-1,Sales\n'),
  );
  const told = (await owner.call<ImportColumns>('short_qr_code_list/columns', { upload: id })).content;
  expect(told).toMatchObject({ read: [], unread: ['Zieladresse', 'Kurzname', 'Abteilung'] });
  expect(told.fields.map(({ name, label, is_needed }) => [name, label, is_needed])).toContainEqual([
    ...['url', 'Long address', true],
  ]);
  const columns = { Zieladresse: 'url', Kurzname: 'short_code', Abteilung: '' };
  await runOperation(owner, 'short_qr_code_list/import', { upload: id, columns });
  expect(await links('Map-1')).toMatchObject([{ targets: [{ url: 'https://mapped.example/' }] }]);
});

test('a file is its owner’s: nobody adds to it, imports it or finds it there', async () => {
  const id = await upload(owner, Buffer.from('https://private.example/'));
  for (const [path, body] of [
    ['upload', { upload: id, data: 'eA==' }],
    ['columns', { upload: id }],
    ['import', { upload: id }],
  ] as const)
    expect((await stranger.call(`short_qr_code_list/${path}`, body)).body).toMatchObject({
      status: false,
      code: 'qr.upload_unknown',
    });
});
