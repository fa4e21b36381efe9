import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { BinRow } from './calls.ts';

interface Bin {
  content: BinRow[];
  count: number;
}

const DAY_MS = 86_400_000;
const targets = [{ url: 'https://example.com/' }];
// A machine that is busy with other things takes its time.
setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  t = await startCodes({
    settings: { bin_days: 10 },
    accounts: { isCustomer: async (account) => account !== operator.id },
  });
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
beforeEach(async () => {
  const { content } = await bin(operator, { page_size: 200 });
  if (content.length > 0) await call(operator, 'batch_purge', { ids: content.map(({ id }) => id) });
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(`qr_code_list/${name}`, body, { as });
const bin = (as: Person, query: object = {}) => call<Bin>(as, 'qr_code_remove', query);
const add = (as: Person, body: object = {}) =>
  call<{ id: string; short_code: string }>(as, 'add', { name: 'Menu', targets, ...body });
const remove = (as: Person, id: string) => call(as, 'update_remove', { id, remove: 2 });
const refusal = (promise: Promise<unknown>): Promise<CallRefused> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: CallRefused) => error,
  );
const pass = (ms: number) => t.clock.set(new Date(t.clock.now() + ms));
const inDays = (days: number) => new Date(t.clock.now() + days * DAY_MS).toISOString();

describe('what the bin tells', () => {
  test('who removed a code and when it goes, the same to its owner and to an operator', async () => {
    const { id } = await add(anna);
    await remove(anna, id);
    for (const as of [anna, operator])
      expect((await bin(as)).content).toMatchObject([
        {
          id,
          remove_time: inDays(0),
          purge_time: inDays(10),
          removed_by: { kind: 'owner', account: `account of ${anna.id}` },
        },
      ]);
    expect((await bin(ben)).count).toBe(0);
  });

  test('an operator, and whose it was before, are named to those alone who see every owner’s', async () => {
    const one = await add(anna);
    await remove(operator, one.id);
    const given = await add(ben);
    await remove(ben, given.id);
    await call(operator, 'change_owner', { ids: [given.id], owner: anna.id });
    const told = async (as: Person) =>
      Object.fromEntries((await bin(as)).content.map(({ id, removed_by }) => [id, removed_by]));
    expect(await told(anna)).toEqual({
      [one.id]: { kind: 'operator', account: '' },
      [given.id]: { kind: 'former_owner', account: '' },
    });
    expect(await told(operator)).toEqual({
      [one.id]: { kind: 'operator', account: `account of ${operator.id}` },
      [given.id]: { kind: 'former_owner', account: `account of ${ben.id}` },
    });
  });

  test('what was removed last stands first, or what goes soonest', async () => {
    const ids: string[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      const { id } = await add(anna, { name });
      await remove(anna, id);
      ids.push(id);
      pass(60_000);
    }
    const order = async (query: object) => (await bin(anna, query)).content.map(({ id }) => id);
    expect(await order({})).toEqual([...ids].reverse());
    expect(await order({ order: 'soonest' })).toEqual(ids);
    expect(await order({ order: 'soonest', page: 2, page_size: 2 })).toEqual(ids.slice(2));
    expect(await order({ search: 'secon' })).toEqual([ids[1] as string]);
  });
});

test('a printed code that leads nowhere yet is in every list of codes, and keeps nobody from the bin', async () => {
  const blank = { name: 'Printed', short_code: 'blank1', targets: [] };
  const { _id } = await t.rows(codeResource).add(blank, { owner: anna.id });
  const id = String(_id);
  const idsIn = async (as: Person, list: string) =>
    (await call<{ content: { id: string; targets?: unknown[] }[] }>(as, list)).content
      .filter((row) => row.id === id)
      .map(({ targets }) => targets);
  for (const list of ['user_inquire', 'inquire'])
    expect([list, await idsIn(anna, list)]).toEqual([list, [[]]]);
  await remove(anna, id);
  for (const as of [anna, operator]) expect(await idsIn(as, 'qr_code_remove')).toEqual([[]]);
  expect(await call(anna, 'batch_purge', { ids: [id] })).toEqual({ purged: 1 });
});

describe('many at once', () => {
  test('come back, or are deleted for good: all or none, and each is written down', async () => {
    const [one, two, three] = [await add(anna), await add(anna), await add(anna)];
    for (const { id } of [one, two, three]) await remove(anna, id);
    expect(await call(anna, 'batch_restore', { ids: [one.id, one.id, two.id] })).toEqual({ restored: 2 });
    expect(await call(anna, 'details', { id: one.id })).toMatchObject({ version: 3, remove_time: null });
    const live = await refusal(call(anna, 'batch_purge', { ids: [three.id, one.id] }));
    expect(live).toMatchObject({ status: 404, errors: [{ path: 'ids.1' }] });
    expect((await bin(anna)).count).toBe(1);
    expect(await call(anna, 'batch_purge', { ids: [three.id] })).toEqual({ purged: 1 });
    expect(await t.rows(codeResource).find(three.id)).toBeUndefined();
    const { content } = await call<{ content: { verb: string }[] }>(anna, 'changes', { id: one.id });
    expect(content.map(({ verb }) => verb)).toEqual(['restore', 'bin', 'add']);
    expect((await t.audit()).findLast(({ target }) => target === three.id)).toMatchObject({
      type: 'qr.code.remove',
      account: 'anna',
    });
    expect((await refusal(add(ben, { short_code: three.short_code }))).code).toBe('qr.code_retired');
  });

  test('nobody brings back or deletes what is another one’s', async () => {
    const { id } = await add(anna);
    await remove(anna, id);
    for (const name of ['batch_restore', 'batch_purge'])
      expect((await refusal(call(ben, name, { ids: [id] }))).status).toBe(404);
    const looker = await t.person('looker', { permissions: ['qr.code:read'] });
    expect((await refusal(call(looker, 'batch_purge', { ids: [id] }))).status).toBe(403);
    expect((await bin(anna)).count).toBe(1);
  });
});

describe('what has been in the bin for the configured days', () => {
  test('goes by itself, frozen or not, and its address stays with who had it last', async () => {
    const old = await add(anna, { short_code: 'Old-Poster' });
    const frozen = await add(anna, { short_code: 'Frozen-Poster' });
    await call(operator, 'freeze', { ids: [frozen.id], reason: 'Reported' });
    for (const { id } of [old, frozen]) await remove(anna, id);
    pass(5 * DAY_MS);
    const young = await add(anna);
    await remove(anna, young.id);
    const live = await add(anna);
    pass(5 * DAY_MS - 1);
    await t.jobs.run('purge_bin');
    expect((await bin(anna)).count).toBe(3);
    pass(1);
    await t.jobs.run('purge_bin');
    expect((await bin(anna)).content.map(({ id }) => id)).toEqual([young.id]);
    expect(await call(anna, 'details', { id: live.id })).toMatchObject({ remove_time: null });
    for (const [as, short_code] of [
      [ben, 'Old-Poster'],
      [operator, 'Old-Poster'],
      [anna, 'Frozen-Poster'],
    ] as const)
      expect((await refusal(add(as, { short_code }))).code).toBe('qr.code_retired');
    await add(anna, { short_code: 'Old-Poster' });
    expect(
      (await t.audit()).find(({ type, target }) => type === 'qr.code.remove' && target === old.id),
    ).toMatchObject({ before: { short_code: 'Old-Poster', owner: anna.id, remove_by: anna.id } });
  });

  test('more than one portion goes in one round', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 205; at++) ids.push((await add(ben, { name: `Poster ${at}` })).id);
    await Promise.all(ids.map((id) => remove(ben, id)));
    pass(10 * DAY_MS);
    await t.jobs.run('purge_bin');
    expect((await bin(ben)).count).toBe(0);
  });
});
