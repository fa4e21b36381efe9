import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

setDefaultTimeout(180_000);

interface Entry {
  id: string;
  content: string;
  type: string;
  user: string;
  user_id: string;
  ip: string;
  server_ip: string;
  source: string;
  user_agent: string;
  target: string;
  time: string;
  number: number;
}
interface Page {
  content: Entry[];
  count: number;
  is_at_least?: boolean;
}

let product: Product;
let root: Api;
let person: Api;
let personId: string;
let code: string;

beforeAll(async () => {
  product = await shareProduct();
  root = await signIn(product.origin, product.administrator);
  await createAccount(product, { account: 'log.customer', role: 'customer' });
  person = await signIn(product.origin, { account: 'log.customer', password: 'Customer123' });
  personId = (await person.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  const added = await person.call<{ id: string }>('qr_code_list/add', {
    name: 'Told by the log',
    targets: [{ url: 'https://log.example/' }],
  });
  code = added.content.id;
  await person.call('qr_code_list/update', { id: code, version: 1, name: 'Another name' });
});

const listed = async (body: object): Promise<Page> => (await root.call<Page>('log/inquire', body)).content;
/** Entries are written behind the answer. */
async function until(body: object, count: number): Promise<Page> {
  const limit = performance.now() + 40_000;
  for (;;) {
    const page = await listed(body);
    if (page.count >= count || performance.now() > limit) return page;
    await Bun.sleep(50);
  }
}

describe('who looks for who changed a thing', () => {
  test('finds it with every field, newest first, by object, person, type and time', async () => {
    const { content, count } = await until({ target: code }, 2);
    expect([count, content.map(({ type }) => type)]).toEqual([2, ['qr.code.update', 'qr.code.add']]);
    expect(content[0]).toMatchObject({
      content: expect.stringContaining('Another name'),
      user: 'log.customer',
      user_id: personId,
      ip: '127.0.0.1',
      server_ip: expect.stringMatching(/^[0-9a-f.:]+$/),
      source: expect.stringContaining('·'),
      user_agent: expect.any(String),
      target: code,
    });
    const by = await listed({ person: personId, type: 'qr.code.update' });
    expect(by.content.map(({ target }) => target)).toEqual([code]);
    const oldest = await listed({ target: code, sort_order: 'asc' });
    expect(oldest.content.map(({ type }) => type)).toEqual(['qr.code.add', 'qr.code.update']);
    const [first, second] = oldest.content as [Entry, Entry];
    const between = { target: code, time_from: second.time, time_to: second.time };
    expect((await listed(between)).content.map(({ number }) => number)).toContain(second.number);
    expect((await listed({ target: code, time_to: first.time })).content.map(({ type }) => type)).toContain(
      'qr.code.add',
    );
    expect((await listed({ target: '0'.repeat(24) })).count).toBe(0);
  });

  test('reads before and after in words, changed fields first', async () => {
    const { content } = await until({ target: code, type: 'qr.code.update' }, 1);
    const { content: entry } = await root.call<{
      changes: { field: string; label: string; before: string; after: string; is_changed: boolean }[];
    }>('log/details', { id: content[0]?.id });
    const changed = entry.changes.filter(({ is_changed }) => is_changed);
    expect(changed).toContainEqual({
      field: 'name',
      label: expect.any(String),
      before: 'Told by the log',
      after: 'Another name',
      is_changed: true,
    });
    expect(changed.find(({ field }) => field === 'name')?.label).not.toBe('name');
    expect(entry.changes[0]?.is_changed).toBe(true);
  });

  test('reads in the own language who did it without an account: the command line, somebody before the login', async () => {
    const wrong = signIn(product.origin, { account: 'log.customer', password: 'Wrong12345' });
    await expect(wrong).rejects.toThrow('login_failed');
    await until({ target: personId, type: 'system.session.login_failed' }, 1);
    const authors = async (type: string, locale: string) => {
      const query = { target: personId, type };
      const { content } = await root.call<Page>('log/inquire', query, { 'accept-language': locale });
      return content.content.map(({ user, user_id }) => [user, user_id]);
    };
    expect(await authors('system.account.create', 'zh-CN')).toEqual([['命令行', '']]);
    expect(await authors('system.account.create', 'sw-KE')).toEqual([['Mstari wa amri', '']]);
    expect(await authors('system.session.login_failed', 'en-US')).toEqual([['Visitor', '']]);
  });

  test('takes it along as a table, which is told by the log itself', async () => {
    const { id, status } = await runOperation(root, 'log/export', { target: code });
    expect(status).toBe(2);
    const rows = readCsv(await (await download(product.origin, root.token, id)).text());
    expect(rows).toHaveLength(3);
    expect(rows[1]?.join(' ')).toContain('Another name');
    expect((await until({ type: 'system.log.export' }, 1)).count).toBeGreaterThan(0);
  });
});

describe('the log', () => {
  test('cannot be written to, and is not read by those who have not the right', async () => {
    for (const call of ['add', 'update', 'remove', 'update_remove'])
      expect([call, (await root.call(`log/${call}`, { id: '0'.repeat(24) })).status]).toEqual([call, 404]);
    for (const [call, body] of [
      ['log/inquire', {}],
      ['log/details', { id: '0'.repeat(24) }],
      ['log/state', {}],
      ['log/export', {}],
      ['log/verify', {}],
      ['log_type/inquire', {}],
      ['log_config/inquire', {}],
      ['log_config/update', { version: 0, kept_days: '0', unrecorded: [] }],
    ] as const)
      expect([call, (await person.call(call, body)).status]).toEqual([call, 403]);
  });

  test('is looked at as a task, whose finding stays', async () => {
    expect((await runOperation(root, 'log/verify')).status).toBe(2);
    const { content: state } = await root.call<{ newest: number; checked: { through: number; fault: null } }>(
      'log/state',
    );
    expect(state.checked).toMatchObject({ fault: null, broken_at: null });
    expect(state.checked.through).toBeGreaterThan(0);
    expect(state.newest).toBeGreaterThanOrEqual(state.checked.through);
  });

  test('names its types in words, and each is found by its name', async () => {
    interface Type {
      id: string;
      title: string;
      recorded: string;
    }
    const all = await root.call<{ content: Type[] }>('log_type/inquire', { page_size: 200 });
    const { content } = all.content;
    const login = content.find(({ id }) => id === 'system.session.login');
    expect(login).toMatchObject({ recorded: 'always' });
    expect(login?.title).not.toContain('system.');
    expect(content.find(({ id }) => id === 'qr.code.add')).toMatchObject({ recorded: 'yes' });
    const found = await root.call<Page>('log_type/inquire', { search: login?.title ?? '' });
    expect(found.content.content.map(({ id }) => id)).toContain('system.session.login');
  });
});

test('a time that is no figure is "conversion failed", in those words, and changes nothing', async () => {
  const before = (await root.call<{ version: number; kept_days: string }>('log_config/inquire')).content;
  const refused = await root.call(
    'log_config/update',
    { version: before.version, kept_days: 'a year', unrecorded: [] },
    { 'accept-language': 'en-US' },
  );
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: [{ path: 'kept_days', message: 'conversion failed' }] },
  ]);
  const bounded = await root.call('log_config/update', {
    version: before.version,
    kept_days: '30',
    unrecorded: [],
  });
  expect(bounded.status).toBe(422);
  expect((await root.call<{ version: number }>('log_config/inquire')).content.version).toBe(before.version);
});
