import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { BLOCK_STATUS_POINT } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import type { LineFound } from './calls.ts';

interface Found {
  content: LineFound[];
  count: number;
  statuses: Record<string, number>;
  has_blocks: boolean;
}

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;
const codes: Record<string, { id: string; short_code: string }> = {};

const call = <T>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
const ask = (as: Person, lines: readonly string[], more: object = {}) =>
  call<Found>(as, 'batche_query/inquire', { lines: lines.join('\n'), page_size: 200, ...more });
const add = async (as: Person, name: string, more: object = {}) => {
  const body = { name, targets: [{ url: 'https://example.com/' }], ...more };
  codes[name] = await call<{ id: string; short_code: string }>(as, 'qr_code_list/add', body);
};

beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
  await add(anna, 'first', { short_code: 'first-one' });
  await add(anna, 'off', { short_code: 'off-one', state: 'off' });
  await add(anna, 'binned', { short_code: 'bin-one' });
  const { id } = codes.binned as { id: string };
  await call(anna, 'qr_code_list/update_remove', { id, remove: 2 });
  await add(ben, 'other', { short_code: 'bens-one' });
});
afterAll(() => t?.dispose());

describe('what is found for pasted lines', () => {
  test('is told for each: state, name and address, and why there is nothing, by line', async () => {
    const origin = new URL(
      (await call<{ short_url: string }>(anna, 'qr_code_list/details', { id: codes.first?.id })).short_url,
    ).origin;
    const { content, count, statuses } = await ask(anna, [
      'first-one',
      '',
      `${origin}/off-one?s=abc`,
      'bin-one',
      'no-such-code',
      'two words',
      'first-one',
      'elsewhere.example',
      'https://elsewhere.example/first-one',
      'javascript:alert(1)',
      'x'.repeat(2_001),
    ]);
    expect(content.map(({ line, status, name }) => [line, status, name])).toEqual([
      [1, 'on', 'first'],
      [3, 'off', 'off'],
      [4, 'removed', 'binned'],
      [5, 'unknown', ''],
      [6, 'wrong', ''],
      [7, 'wrong', ''],
      [8, 'unknown', ''],
      [9, 'unknown', ''],
      [10, 'wrong', ''],
      [11, 'wrong', ''],
    ]);
    expect([count, statuses.wrong, statuses.unknown, statuses.on]).toEqual([10, 4, 3, 1]);
    expect(content.every(({ link, note }) => (link === '') === (note !== ''))).toBe(true);
    expect(content.every(({ text, note }) => text.length <= 300 && !note.startsWith('qr.'))).toBe(true);
  });

  test('is the own codes for customers, everyone’s with their owners for operators', async () => {
    const own = (await ask(ben, ['first-one', 'bens-one'])).content;
    expect(own.map(({ status, owner, owner_account }) => [status, owner, owner_account])).toEqual([
      ['unknown', undefined, ''],
      ['on', undefined, ''],
    ]);
    const all = (await ask(operator, ['first-one', 'bens-one'])).content;
    expect(all.map(({ status, owner }) => [status, owner])).toEqual([
      ['on', anna.id],
      ['on', ben.id],
    ]);
  });

  test('of a domain is all codes that stand there, the newest first and at most a hundred', async () => {
    const { hostname } = new URL((await ask(anna, ['first-one'])).content[0]?.short_url ?? '');
    const { content } = await ask(anna, [hostname]);
    expect(content.map(({ name }) => name)).toEqual(['binned', 'off', 'first']);
    const many = await t.person('many');
    for (let count = 0; count < 101; count++) await add(many, `many ${count}`);
    const { content: hundred } = await ask(many, [hostname]);
    expect([hundred.length, hundred[0]?.name, hundred[0]?.note]).toEqual([
      100,
      'many 100',
      'The newest 100 are shown.',
    ]);
  });

  test('is filtered by state, sorted and paged', async () => {
    const lines = ['no-such-code', 'first-one', 'off-one'];
    const off = await ask(anna, lines, {
      status: ['off', 'unknown'],
      sort_order: 'desc',
      page: 2,
      page_size: 1,
    });
    expect([off.count, off.content.map(({ line }) => line)]).toEqual([2, [1]]);
  });

  test('is refused for no line and for more than a thousand', async () => {
    const faultOf = async (lines: string[]) => {
      const error = await ask(anna, lines).catch((caught: unknown) => caught);
      return error instanceof CallRefused ? [error.status, error.errors] : error;
    };
    expect(await faultOf([' ', ''])).toMatchObject([
      422,
      [{ path: 'lines', message: 'Write at least one line.' }],
    ]);
    expect(await faultOf(Array.from({ length: 1_001 }, (_, index) => `c${index}`))).toMatchObject([
      422,
      [{ path: 'lines' }],
    ]);
    expect(
      (
        await ask(
          anna,
          Array.from({ length: 1_000 }, (_, index) => `c${index}`),
        )
      ).count,
    ).toBe(1_000);
  });
});

test('block status is told once a plugin says it, the worst of several', async () => {
  expect((await ask(anna, ['first-one'])).has_blocks).toBe(false);
  const { hostname } = new URL((await ask(anna, ['first-one'])).content[0]?.short_url ?? '');
  const says = (answer: () => Promise<Record<string, number>>) => ({ title: 'plugin.qr', read: answer });
  const { points } = t.context;
  points.contribute(
    BLOCK_STATUS_POINT,
    '^1',
    'qr.first',
    says(async () => ({ [hostname]: 1 })),
  );
  points.contribute(
    BLOCK_STATUS_POINT,
    '^1',
    'qr.second',
    says(async () => ({ [hostname]: 2 })),
  );
  points.contribute(
    BLOCK_STATUS_POINT,
    '^1',
    'qr.third',
    says(() => Promise.reject(new Error('away'))),
  );
  const { has_blocks, content } = await ask(anna, ['first-one', 'no-such-code']);
  expect([has_blocks, content.map(({ block_status }) => block_status)]).toEqual([true, [2, null]]);
  const narrowed = async (block_status: number[]) =>
    (await ask(anna, ['first-one', 'no-such-code'], { block_status })).content.map(({ text }) => text);
  expect(await narrowed([2])).toEqual(['first-one']);
  expect(await narrowed([1, 4])).toEqual([]);
  expect(await narrowed([])).toEqual(['first-one', 'no-such-code']);
});
