import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, endOf, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

/** Codes that are printed before it is known where they lead: made, looked at, claimed by their owner, by a file and by a claim code. */
setDefaultTimeout(120_000);
interface Code {
  id: string;
  name: string;
  version: number;
  short_code: string;
  batch_number: number;
  is_unclaimed: boolean;
  status: string;
  targets: { url: string }[];
  owner: string;
  view_number: number;
}
interface Batch {
  id: string;
  name: string;
  state: string;
  size: number;
  made: number;
  claimed: number;
}
let product: Product;
let owner: Api;
let other: Api;
let administrator: Api;

beforeAll(async () => {
  product = await shareProduct();
  const people = ['paula.prints', 'oscar.prints'];
  [owner, other] = (await Promise.all(
    people.map(async (account) =>
      signIn(product.origin, await createAccount(product, { account, role: 'customer' })),
    ),
  )) as [Api, Api];
  administrator = await signIn(
    product.origin,
    await createAccount(product, { account: 'adela.prints', role: 'administrator' }),
  );
}, 180_000);

async function make(body: object, api = owner): Promise<string> {
  const started = await api.call<{ id: string; batch: string }>('print_batch/make', {
    name: 'Stickers',
    ...body,
  });
  expect(started.status).toBe(202);
  const operation = await endOf(api, started.content.id);
  expect(operation).toMatchObject({ status: OperationStatus.completed });
  return started.content.batch;
}
const codesOf = async (batch: string, api = owner) =>
  (
    await api.call<{ content: Code[]; count: number }>('qr_code_list/inquire', {
      batch,
      sort_field: 'batch_number',
      sort_order: 'asc',
      page_size: 200,
    })
  ).content.content;
const batchOf = async (id: string, api = owner) =>
  (await api.call<Batch>('print_batch/details', { id })).content;
const details = async (id: string, api = owner) =>
  (await api.call<Code>('qr_code_list/details', { id })).content;
const visit = (code: string, language = 'en') =>
  fetch(`${product.origin}/${code}`, { redirect: 'manual', headers: { 'accept-language': language } });
async function tableOf(path: string, body: object, api = owner): Promise<string[][]> {
  const operation = await runOperation(api, path, body);
  return readCsv(await (await download(product.origin, api.token, operation.id)).text());
}
async function claimFile(text: string, api = owner): Promise<string[][]> {
  const data = Buffer.from(text).toString('base64');
  const { upload } = (await api.call<{ upload: string }>('print_batch/upload', { data })).content;
  return (await tableOf('print_batch/claim', { upload }, api)).slice(1);
}

describe('a batch', () => {
  test('has as many codes as were asked for, in their order, named by it, and none of them in the lists', async () => {
    const batch = await make({ name: 'Tables', size: 301 });
    expect(await batchOf(batch)).toMatchObject({ state: 'ready', size: 301, made: 301, claimed: 0 });
    const codes = await codesOf(batch);
    expect(codes.slice(0, 2).map(({ name, batch_number }) => [name, batch_number])).toEqual([
      ['Tables 001', 1],
      ['Tables 002', 2],
    ]);
    expect(codes.every(({ is_unclaimed, targets }) => is_unclaimed && targets.length === 0)).toBe(true);
    const listed = await owner.call<{ count: number }>('qr_code_list/user_inquire', { is_listed: true });
    expect(listed.content.count).toBe(0);
    const table = await tableOf('print_batch/export', { id: batch });
    expect(table[0]).toEqual(['number', 'code', 'url', 'name', 'short_url', 'qr_url', 'claim_code']);
    expect(table).toHaveLength(302);
    expect(new Set(table.slice(1).map(([, code]) => code)).size).toBe(301);
    expect(table[301]?.[0]).toBe('301');
    expect(table[1]?.[6]).toBe('');
  });

  test('that is cancelled is not told to be made any more, however early that is', async () => {
    const started = await owner.call<{ id: string; batch: string }>('print_batch/make', {
      name: 'Never made',
      size: 5_000,
    });
    await owner.call('async_operations/cancel', { id: started.content.id });
    await endOf(owner, started.content.id);
    const told = await owner.call<Batch>('print_batch/details', { id: started.content.batch });
    expect(told.content.state).toBe('stopped');
    // What was not made no longer counts as being made.
    await make({ size: 1 });
  });

  test('that is too large, or beyond what an account may have, is refused and leaves nothing', async () => {
    const before = (await owner.call<{ count: number }>('print_batch/user_inquire')).content.count;
    for (const size of [0, 10_001, 1.5]) {
      const answer = await owner.call('print_batch/make', { name: 'Wrong', size });
      expect([answer.status, answer.body]).toEqual([
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ path: 'size' })] }),
      ]);
    }
    const group = '0123456789abcdef01234567';
    expect((await owner.call('print_batch/make', { name: 'Wrong', size: 1, group })).status).toBe(422);
    expect((await owner.call<{ count: number }>('print_batch/user_inquire')).content.count).toBe(before);
  });

  test('is its owner’s: nobody else reads, goes on with, exports or changes it; an administrator sees it', async () => {
    const id = await make({ size: 2 });
    for (const [call, body] of [
      ['details', { id }],
      ['make_rest', { id }],
      ['export', { id }],
      ['export_pictures', { id }],
      ['update', { id, version: 1, name: 'Mine' }],
    ] as const)
      expect([call, (await other.call(`print_batch/${call}`, body)).status]).toEqual([call, 404]);
    expect(await codesOf(id, other)).toEqual([]);
    expect((await batchOf(id, administrator)).size).toBe(2);
    expect((await owner.call('print_batch/make_rest', { id })).body).toMatchObject({
      code: 'qr.print_batch_whole',
    });
  });
});

describe('a visit to a code without a target', () => {
  test('is told so in its language and counts for nobody; the first target is in use at once', async () => {
    const [code] = (await codesOf(await make({ size: 1 }))) as [Code];
    for (const [language, words] of [
      ['en', 'not in use yet'],
      ['zh', '尚未启用'],
      ['sw', 'bado hautumiki'],
    ] as const) {
      const page = await visit(code.short_code, language);
      expect(page.status).toBe(404);
      const text = await page.text();
      expect(text).toContain(words);
      expect(text).toContain(`#/customer/code_claim?locale=`);
    }
    expect(code.status).toBe('unclaimed');
    const targets = [{ url: 'https://claimed.example/one' }];
    await owner.call('qr_code_list/update', { id: code.id, version: code.version, targets, jump_type: 6 });
    expect((await visit(code.short_code)).headers.get('location')).toBe('https://claimed.example/one');
    const { content } = await owner.call<{ content: Code[] }>('qr_code_list/user_inquire', {
      is_listed: true,
    });
    expect(content.content.map(({ id }) => id)).toContain(code.id);
  });

  test('every way of giving a target claims, once', async () => {
    const batch = await make({ size: 4 });
    const [first, second, third] = (await codesOf(batch)) as [Code, Code, Code, Code];
    const targets = [{ url: 'https://claimed.example/' }];
    await owner.call('qr_code_list/update_url', { id: first.id, targets });
    await owner.call('qr_code_list/batch_update', { ids: [second.id, third.id, first.id], targets });
    expect(await batchOf(batch)).toMatchObject({ claimed: 3 });
    expect(await details(second.id)).toMatchObject({ is_unclaimed: false, status: 'on', targets });
    // What concerns no target claims nothing.
    const [, , , last] = (await codesOf(batch)) as [Code, Code, Code, Code];
    await owner.call('qr_code_list/batch_update', { ids: [last.id], open_log: 2, state: 'off' });
    expect((await details(last.id)).status).toBe('unclaimed');
    expect((await visit(last.short_code)).status).toBe(404);
    expect((await owner.call('qr_code_list/update_url', { id: last.id, targets: [] })).status).toBe(422);
    expect(await batchOf(batch)).toMatchObject({ claimed: 3 });
  });
});

describe('many at once', () => {
  test('lines give targets, and each that does not is told why', async () => {
    const batch = await make({ size: 4 });
    const [one, two, three] = (await codesOf(batch)) as [Code, Code, Code, Code];
    const [foreign] = (await codesOf(await make({ size: 1 }, other), other)) as [Code];
    await owner.call('qr_code_list/update_url', { id: three.id, targets: [{ url: 'https://x.example/' }] });
    const rows = await claimFile(
      [
        'code,url,name,remark',
        `${one.short_code},menu.example/one,"Table, one",note`,
        `${product.origin}/${two.short_code}?s=abc,https://menu.example/two`,
        `${one.short_code},https://menu.example/again`,
        `${three.short_code},https://menu.example/three`,
        `${foreign.short_code},https://menu.example/foreign`,
        `${two.short_code},javascript:alert(1)`,
        ',https://menu.example/none',
      ].join('\n'),
    );
    expect(rows.map(([line, outcome, , , , fault]) => [line, outcome, fault])).toEqual([
      ['2', 'Set', ''],
      ['3', 'Set', ''],
      ['4', 'Not set', 'An earlier line has this code'],
      ['5', 'Not set', 'It has a target already'],
      ['6', 'Not set', 'None of your codes has this short code'],
      ['7', 'Not set', 'Not a web address'],
      ['8', 'Not set', 'There is no short code in this line'],
    ]);
    expect(await details(one.id)).toMatchObject({
      name: 'Table, one',
      remark: 'note',
      is_unclaimed: false,
      targets: [{ url: 'https://menu.example/one' }],
    });
    expect(await batchOf(batch)).toMatchObject({ claimed: 3 });
    expect((await details(foreign.id, other)).is_unclaimed).toBe(true);
    const history = await owner.call<{ content: { verb: string; author: string; via: string }[] }>(
      'qr_code_list/changes',
      { id: one.id },
    );
    expect(history.content.content[0]).toMatchObject({ verb: 'update', author: 'you', via: 'session' });
    expect((await visit(two.short_code)).status).toBe(200);
    const changes = await owner.call<{ content: { fields: { field: string }[] }[] }>('qr_code_list/changes', {
      id: one.id,
    });
    expect(changes.content.content[0]?.fields.map(({ field }) => field).sort()).toEqual([
      'name',
      'remark',
      'targets',
    ]);
  });

  test('the table for the printer, filled in, is such a file', async () => {
    const batch = await make({ size: 3 });
    const [head, ...lines] = await tableOf('print_batch/export', { id: batch });
    const filled = [head, ...lines.map((line) => line.with(2, `https://f.example/${line[0]}`))];
    const text = filled.map((line) => (line ?? []).join(',')).join('\r\n');
    const [, second = []] = filled;
    const begun = [head, second, ...lines.slice(1)].map((line) => (line ?? []).join(',')).join('\n');
    expect((await claimFile(begun)).map(([, outcome, code]) => [outcome, code])).toEqual([
      ['Set', second[1]],
    ]);
    expect((await claimFile(text)).map(([, outcome]) => outcome)).toEqual(['Set', 'Set', 'Set']);
    expect((await codesOf(batch)).map(({ targets }) => targets[0]?.url)).toEqual([
      'https://f.example/1',
      'https://f.example/2',
      'https://f.example/3',
    ]);
    // The same file again finds everything as it asks for.
    expect((await claimFile(text)).map(([, outcome]) => outcome)).toEqual(['Set', 'Set', 'Set']);
    expect(await batchOf(batch)).toMatchObject({ claimed: 3 });
  });

  test('pictures are packed by their numbers', async () => {
    const id = await make({ size: 12 });
    const operation = await runOperation(owner, 'print_batch/export_pictures', { id, picture: 'svg' });
    expect(operation).toMatchObject({ status: OperationStatus.completed, done: 12 });
    const bytes = Buffer.from(
      await (await download(product.origin, owner.token, operation.id)).arrayBuffer(),
    );
    const [first] = (await codesOf(id)) as [Code];
    expect(bytes.toString('latin1')).toContain(`00001 ${first.short_code}.svg`);
    expect(bytes.toString('latin1')).toContain('00012 ');
  });
});

describe('a claim code', () => {
  const claim = (body: object, api: Api) => api.call<{ id: string }>('code_claim/claim', body);
  const find = async (address: string, api: Api) =>
    (await api.call<{ outcome: string; id: string | null }>('code_claim/find', { address })).content;

  test('makes the code its holder’s, once; its maker keeps neither it nor its history', async () => {
    const batch = await make({ size: 2, has_claim_codes: true });
    const [, line] = await tableOf('print_batch/export', { id: batch });
    const [, short_code = '', , , , , claim_code = ''] = line ?? [];
    expect(claim_code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
    const [code] = (await codesOf(batch)) as [Code];
    expect(JSON.stringify(code)).not.toContain(claim_code);
    expect(await find(`${product.origin}/${short_code}`, owner)).toMatchObject({
      outcome: 'yours',
      id: code.id,
    });
    expect(await find(`127.0.0.1/${short_code}`, other)).toMatchObject({ outcome: 'claimable', id: null });
    const wrong = await claim({ short_code, claim_code: 'AAAAA-AAAAA' }, other);
    expect([wrong.status, wrong.body]).toEqual([403, expect.objectContaining({ code: 'qr.claim_refused' })]);
    const typed = claim_code.toLowerCase().replace('-', ' ');
    const answers = await Promise.all([
      claim({ short_code, claim_code: typed }, other),
      claim({ short_code, claim_code: typed }, administrator),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers[0]?.status === 200 ? other : administrator;
    expect((await owner.call('qr_code_list/details', { id: code.id })).status).toBe(404);
    const theirs = await details(code.id, winner);
    expect(theirs).toMatchObject({ is_unclaimed: true });
    await winner.call('qr_code_list/update_url', { id: code.id, targets: [{ url: 'https://new.example/' }] });
    expect((await visit(short_code)).status).toBe(200);
    expect(await batchOf(batch)).toMatchObject({ claimed: 1 });
    expect((await claim({ short_code, claim_code }, other)).status).toBe(403);
    expect(await tableOf('print_batch/export', { id: batch })).toHaveLength(2);
  });

  test('ends with the owner who made it; what a maker put into a code goes with the maker', async () => {
    const batch = await make({ size: 2, has_claim_codes: true });
    const [, ...lines] = await tableOf('print_batch/export', { id: batch });
    const [planted, given] = (await codesOf(batch)) as [Code, Code];
    const claimOf = ({ short_code }: Code) => ({
      short_code,
      claim_code: lines.find(([, code]) => code === short_code)?.[6],
    });
    const planting = await owner.call('qr_code_list/update', {
      id: planted.id,
      version: planted.version,
      remark: 'for me',
      expires_after: 1,
      expired_target: 'https://evil.example/',
    });
    expect(planting.status).toBe(200);
    const made = await other.call<{ id: string }>('qr_code_list/add', {
      name: 'Whose',
      targets: [{ url: 'https://whose.example/' }],
    });
    const holder = (await details(made.content.id, other)).owner;
    await administrator.call('qr_code_list/change_owner', { ids: [given.id], owner: holder });
    expect((await claim(claimOf(given), owner)).status).toBe(403);
    const shown = await other.call<{ content: Code[] }>('qr_code_list/inquire', {
      search: given.short_code,
      is_listed: true,
    });
    expect(shown.content.content.map(({ id }) => id)).toEqual([given.id]);
    expect((await claim(claimOf(planted), other)).status).toBe(200);
    expect(await details(planted.id, other)).toMatchObject({
      expires_after: null,
      expired_target: null,
      remark: '',
    });
  });

  test('is neither there nor taken where the batch has none, and tells nothing of other codes', async () => {
    const [code] = (await codesOf(await make({ size: 1 }))) as [Code];
    expect(await find(code.short_code, other)).toMatchObject({ outcome: 'none' });
    expect(await find('never-was', other)).toMatchObject({ outcome: 'none' });
    const refused = await claim({ short_code: code.short_code, claim_code: 'AAAAA-AAAAA' }, other);
    expect(refused.status).toBe(403);
    const unknown = await claim({ short_code: 'never-was', claim_code: 'AAAAA-AAAAA' }, other);
    expect(unknown.body).toEqual(refused.body);
  });

  test('does not open what its maker has claimed, or what is frozen', async () => {
    const batch = await make({ size: 2, has_claim_codes: true });
    const [, ...lines] = await tableOf('print_batch/export', { id: batch });
    const [mine, frozen] = (await codesOf(batch)) as [Code, Code];
    await owner.call('qr_code_list/update_url', { id: mine.id, targets: [{ url: 'https://mine.example/' }] });
    await administrator.call('qr_code_list/freeze', { ids: [frozen.id], reason: 'Reported' });
    for (const [, short_code, , , , , claim_code] of lines)
      expect((await claim({ short_code, claim_code }, other)).status).toBe(403);
    expect((await visit(frozen.short_code)).status).toBe(451);
  });
});
