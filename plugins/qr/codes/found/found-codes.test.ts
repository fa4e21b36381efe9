import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';

const targets = [{ url: 'https://example.com/' }];
const gone = new Set<string>();
// A machine that is busy with other things takes its time.
setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  t = await startCodes({ accounts: { isActive: async (account) => !gone.has(account) } });
  operator = await t.person('olga', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
const add = async (as: Person, body: object = {}) =>
  (await call<{ id: string }>(as, 'qr_code_list/add', { name: 'Menu', targets, ...body })).id;
const statuses = (as: Person, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await call(as, 'qr_code_list/details', { id })).status));
const refusal = (promise: Promise<unknown>): Promise<CallRefused> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: CallRefused) => error,
  );
/** Until long work has come so far. */
async function until(isThere: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!(await isThere())) {
    if (performance.now() > limit) throw new Error('it did not happen');
    await Bun.sleep(50);
  }
}

test('all that were found go to the bin, the log says who put each there, and a stranger’s code stays', async () => {
  const ids = [await add(anna), await add(anna)];
  const theirs = await add(ben);
  const { id } = await call(anna, 'qr_code_list/bin_found', { ids: [ids[0], theirs, ids[1]] });
  expect(id).toBeString();
  const binned = async () =>
    (await call<{ content: { id: string }[] }>(anna, 'qr_code_list/qr_code_remove')).content.map(
      (row) => row.id,
    );
  await until(async () => (await binned()).length === 2);
  expect((await binned()).toSorted()).toEqual(ids.toSorted());
  expect(await statuses(ben, [theirs])).toEqual(['on']);
  const entries = (await t.audit()).filter(({ target }) => target === ids[1]);
  expect(entries.at(-1)).toMatchObject({
    type: 'qr.code.update_remove',
    account: 'anna',
    before: { remove_time: null },
  });
});

test('operators freeze and lift all that were found, with one reason', async () => {
  const ids = [await add(anna), await add(ben)];
  await call(operator, 'qr_code_list/freeze_found', { ids, reason: 'Reported' });
  await until(async () => (await statuses(operator, ids)).every((status) => status === 'frozen'));
  expect(await call(ben, 'qr_code_list/details', { id: ids[1] })).toMatchObject({
    frozen_reason: 'Reported',
  });
  await call(operator, 'qr_code_list/lift_found', { ids });
  await until(async () => (await statuses(operator, ids)).every((status) => status === 'on'));
});

test('all that were found go to a group and get tags; one that has as many tags as it can stays', async () => {
  const group = (await call<{ id: string }>(anna, 'group/add', { name: 'Windows' })).id;
  const full = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  const ids = [await add(anna), await add(anna, { tags: full }), await add(anna)];
  await call(anna, 'qr_code_list/assign_found', { ids, group, add_tags: ['spring'] });
  const read = () => Promise.all(ids.map((id) => call(anna, 'qr_code_list/details', { id })));
  await until(async () => (await read())[2]?.group === group);
  expect((await read()).map(({ tags, group: into }) => [tags, into])).toEqual([
    [['spring'], group],
    [full, null],
    [['spring'], group],
  ]);
});

test('what cannot go to another owner stays with its own; the others go', async () => {
  const pool = (await call<{ id: string }>(anna, 'internal_code_grouping/add', { name: 'Tea' })).id;
  const ids = [await add(anna), await add(anna, { targets: [{ pool }] }), await add(anna)];
  await call(operator, 'qr_code_list/change_owner_found', { ids, owner: ben.id });
  const owners = () =>
    Promise.all(ids.map(async (id) => (await call(operator, 'qr_code_list/details', { id })).owner));
  await until(async () => (await owners())[2] === ben.id);
  expect(await owners()).toEqual([ben.id, anna.id, ben.id]);
});

test('nothing begins for codes out of reach, for an owner who is gone, or without the right', async () => {
  const id = await add(anna);
  expect(await refusal(call(ben, 'qr_code_list/bin_found', { ids: [id] }))).toMatchObject({ status: 404 });
  gone.add(ben.id);
  const given = await refusal(
    call(operator, 'qr_code_list/change_owner_found', { ids: [id], owner: ben.id }),
  );
  gone.delete(ben.id);
  expect(given).toMatchObject({ status: 422, errors: [{ path: 'owner' }] });
  for (const [name, body] of [
    ['freeze_found', { reason: 'x' }],
    ['lift_found', {}],
    ['change_owner_found', { owner: ben.id }],
  ] as const)
    expect((await refusal(call(anna, `qr_code_list/${name}`, { ids: [id], ...body }))).status).toBe(403);
});
