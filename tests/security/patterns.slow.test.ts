import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { addCode, openWorld, type PageOf, type World, withStore } from './world.ts';

const ROWS = 10_000;
/**
 * docs/threats.md, row Patterns. A pattern that backtracks takes seconds on each of such names, which end in what it does not
 * take, and hours on all of them: what is answered at all was taken as a literal.
 */
const NAME = `${'a'.repeat(60)}!`;
const HOSTILE = ['(a+)+$', '(a|aa)+$', '(a|a?)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$'];
const LITERALS = [
  '.*',
  '[',
  ']',
  '(',
  '\\',
  '\\d',
  '^',
  '$',
  '{1}',
  '|',
  '?',
  '+',
  '/',
  '-',
  '(?i)',
  '\\x61',
  '*',
];

let world: World;
let bulk: Api;
let owner: string;
beforeAll(async () => {
  world = await openWorld();
  const credentials = await createAccount(world.product, { account: 'bulk.security', role: 'customer' });
  bulk = await signIn(world.product.origin, credentials);
  owner = (await bulk.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  const { id } = await addCode(bulk, { name: 'Model' });
  await withStore(world.product, async (database) => {
    const codes = database.collection<Record<string, unknown> & { _id: string }>('qr_code');
    const model = await codes.findOne({ _id: id });
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      ...model,
      _id: `bbbbbbbb${index.toString(16).padStart(16, '0')}`,
      short_code: `bulk-${index}`,
      name: NAME,
      remark: NAME,
    }));
    for (let start = 0; start < ROWS; start += 1_000)
      await codes.insertMany(rows.slice(start, start + 1_000));
  });
}, 180_000);
afterAll(() =>
  withStore(world.product, (database) =>
    database.collection('qr_code').deleteMany({ owner, short_code: /^bulk-/ }),
  ),
);

const list = async (query: Record<string, unknown>) =>
  (await bulk.call<PageOf<{ name: string }>>('qr_code_list/inquire', query)).content;

describe('Regex 1.2.9, 1.3.12: one search would stop the server for everybody', () => {
  test('a pattern is a literal: it finds what is called so and nothing else', async () => {
    for (const text of [...HOSTILE, ...LITERALS]) {
      const { id } = await addCode(world.anna, { name: `Ax${text}xz` });
      const call = async (path: string, query: Record<string, unknown>) =>
        (await world.anna.call<PageOf<{ name: string }>>(path, query)).content.content.map(
          ({ name }) => name,
        );
      for (const query of [{ search: `Ax${text}x` }, { name: `x${text}x` }])
        expect([text, await call('qr_code_list/inquire', query)]).toEqual([text, [`Ax${text}xz`]]);
      await world.anna.call('qr_code_list/update_remove', { id });
      expect([text, await call('qr_code_list/qr_code_remove', { search: `${text}xz` })]).toEqual([
        text,
        [`Ax${text}xz`],
      ]);
      await world.anna.call('qr_code_list/remove', { id });
    }
  }, 240_000);

  test('a hostile pattern costs what a plain word costs on 10,000 rows', async () => {
    expect((await list({ search: 'aaa' })).count).toBe(ROWS);
    for (const text of HOSTILE.slice(0, 3))
      expect([text, (await list({ search: text })).count]).toEqual([text, 0]);
    expect((await list({ name: HOSTILE[0] })).count).toBe(0);
  }, 240_000);

  test('the same holds for visitors and for the operators’ list', async () => {
    for (const text of [...HOSTILE, ...LITERALS]) {
      for (const path of ['visitor/inquire', 'visitor/user_inquire', 'administrator/inquire']) {
        const answer = await world.root.call<PageOf<unknown>>(path, { search: text });
        expect([path, text, answer.status]).toEqual([path, text, 200]);
      }
    }
  }, 240_000);
});
