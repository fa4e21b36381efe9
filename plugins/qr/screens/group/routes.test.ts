import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { copyOf } from '../../codes/copy-of.ts';
import { startCodes } from '../../testing/start-codes.ts';

interface Row {
  id: string;
  version: number;
  group: string | null;
  tags: string[];
  access_mode: number;
  visit_rules: { kind: string }[];
  code_number: number;
}

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;
const RULE = { kind: 'qr.country', parameters: { countries: ['DE'] }, action: { refuse: true } };

beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const call = <T = Row>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
let count = 0;
const group = async (body: object = {}, as = anna) => {
  count += 1;
  return (await call(as, 'group/add', { name: `G${count}`, ...body })).id;
};
const add = async (body: object = {}, as = anna) =>
  (await call(as, 'qr_code_list/add', { name: 'C', targets: [{ url: 'https://example.com/' }], ...body })).id;
const details = (id: string, as = anna) => call(as, 'qr_code_list/details', { id });
const idsOf = async (body: object, as = anna) =>
  (await call<{ content: Row[] }>(as, 'qr_code_list/user_inquire', body)).content.map(({ id }) => id).sort();
async function refused(as: Person, name: string, body: object): Promise<CallRefused> {
  const error = await call(as, name, body).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${name} was not refused`, { cause: error });
}

describe('what a group says of codes that are made in it', () => {
  test('counts where the code says nothing else itself, and codes that are there keep what they have', async () => {
    const inside = await group({ access_mode: 2, visit_rules: [RULE] });
    const plain = await add({ group: inside });
    expect(await details(plain)).toMatchObject({ group: inside, access_mode: 2, visit_rules: [RULE] });
    const own = { ...RULE, parameters: { countries: ['KE'] } };
    expect(await details(await add({ group: inside, visit_rules: [own] }))).toMatchObject({
      visit_rules: [own],
    });
    const { version, code_number } = await call(anna, 'group/details', { id: inside });
    expect(code_number).toBe(2);
    await call(anna, 'group/update', { id: inside, version, access_mode: 1, visit_rules: [] });
    expect(await details(plain)).toMatchObject({ access_mode: 2, visit_rules: [RULE] });
    expect(await details(await add({ group: inside }))).toMatchObject({ access_mode: 1, visit_rules: [] });
  });

  test('rules that nobody could fill are refused when they are written', async () => {
    const body = { name: 'Broken', visit_rules: [{ ...RULE, parameters: {} }] };
    expect(await refused(anna, 'group/add', body)).toMatchObject({ status: 422 });
  });

  test('two groups of one owner have two names', async () => {
    await group({ name: 'Same' });
    expect(await refused(anna, 'group/add', { name: 'Same' })).toMatchObject({ status: 409 });
    await group({ name: 'Same' }, ben);
  });
});

describe('codes in groups', () => {
  test('are found by group and tag', async () => {
    const inside = await group();
    const one = await add({ group: inside, tags: ['spring', 'Berlin'] });
    const two = await add({ tags: ['Berlin'] });
    expect(await idsOf({ group: inside })).toEqual([one]);
    expect(await idsOf({ tag: 'Berlin' })).toEqual([one, two].sort());
    expect(await idsOf({ tag: 'spring', group: inside })).toEqual([one]);
  });

  test('are counted by group and tag for their owner alone, those with most codes first', async () => {
    const cleo = await t.person('cleo');
    const [one, two] = [await group({ name: 'One' }, cleo), await group({ name: 'Two' }, cleo)];
    await group({ name: 'Empty' }, cleo);
    for (const [inside, tags] of [
      [one, ['a']],
      [two, ['a', 'b']],
      [two, []],
    ] as const)
      await add({ group: inside, tags }, cleo);
    const binned = await add({ group: one, tags: ['gone'] }, cleo);
    await call(cleo, 'qr_code_list/update_remove', { id: binned, remove: 2 });
    expect(await call<object>(cleo, 'group/labels')).toEqual({
      groups: [
        { id: two, name: 'Two', count: 2 },
        { id: one, name: 'One', count: 1 },
      ],
      tags: [
        { tag: 'a', count: 2 },
        { tag: 'b', count: 1 },
      ],
    });
  });

  test('are moved and tagged together, all or none; tags that are there stay', async () => {
    const inside = await group();
    const ids = [await add({ tags: ['old'] }), await add()];
    await call(anna, 'group/assign', { ids, group: inside, add_tags: ['new', 'old'] });
    expect(await details(ids[0] ?? '')).toMatchObject({ group: inside, tags: ['old', 'new'] });
    expect(await details(ids[1] ?? '')).toMatchObject({ group: inside, tags: ['new', 'old'] });
    const many = Array.from({ length: 19 }, (_, index) => `t${index}`);
    expect(await refused(anna, 'group/assign', { ids, add_tags: many })).toMatchObject({
      status: 422,
      errors: [{ path: 'add_tags' }],
    });
    expect((await details(ids[1] ?? '')).tags).toEqual(['new', 'old']);
    await call(anna, 'group/assign', { ids, group: null });
    expect(await details(ids[0] ?? '')).toMatchObject({ group: null, tags: ['old', 'new'] });
  });

  test('stay when their group goes', async () => {
    const inside = await group();
    const id = await add({ group: inside });
    await call(anna, 'group/remove', { id: inside });
    expect(await details(id)).toMatchObject({ group: null });
  });

  test('are counted as the list shows them: neither hidden ones nor short links, nor what is in the bin', async () => {
    const [inside, other] = [await group(), await group()];
    const hidden = await add({ group: inside });
    await call(anna, 'qr_code_list/batch_update', { ids: [hidden], visibility: 2 });
    await add({ group: inside });
    await add({ group: inside });
    const binned = await add({ group: inside });
    await call(anna, 'qr_code_list/update_remove', { id: binned, remove: 2 });
    await add({ group: other });
    const { content } = (await call(anna, 'group/user_inquire', { page_size: 200 })) as {
      content: { id: string; code_number: number }[];
    };
    const numberOf = (id: string) => content.find((row) => row.id === id)?.code_number;
    expect([numberOf(inside), numberOf(other)]).toEqual([2, 1]);
  });

  test('copies have the rules of the first one, not those that its group gives to new codes', async () => {
    const inside = await group({ access_mode: 2, visit_rules: [RULE] });
    const id = await add();
    await call(anna, 'group/assign', { ids: [id], group: inside });
    const copy = await add(copyOf((await details(id)) as never, (name) => `${name} 2`, Date.now()));
    await call(anna, 'group/assign', { ids: [copy], group: inside });
    expect(await details(copy)).toMatchObject({ group: inside, access_mode: 1, visit_rules: [] });
    // An operator, who has none of its owner's groups, copies it, too.
    const theirs = copyOf((await details(id)) as never, (name) => name, Date.now());
    expect(await call(operator, 'qr_code_list/add', theirs)).toMatchObject({ id: expect.any(String) });
  });

  test('that stay as they are count as no change: their editors are not told of another version', async () => {
    const [inside, id] = [await group(), await add({ tags: ['old'] })];
    const { version } = await details(id);
    for (const body of [{}, { add_tags: ['old'] }, { group: null }])
      expect(await call<object>(anna, 'group/assign', { ids: [id], ...body })).toEqual({ changed: 0 });
    expect((await details(id)).version).toBe(version);
    expect(await call<object>(anna, 'group/assign', { ids: [id], group: inside })).toEqual({ changed: 1 });
  });

  test('never lie in another one’s group, however it is asked for', async () => {
    const bens = await group({}, ben);
    const id = await add();
    const { version } = await details(id);
    const targets = [{ url: 'https://example.com/' }];
    for (const [as, name, body] of [
      [anna, 'qr_code_list/add', { name: 'C', targets, group: bens }],
      [anna, 'qr_code_list/update', { id, version, group: bens }],
      [anna, 'group/assign', { ids: [id], group: bens }],
      [operator, 'group/assign', { ids: [id], group: bens }],
    ] as const)
      expect([name, await refused(as, name, body)]).toMatchObject([
        name,
        { status: 422, errors: [{ path: 'group' }] },
      ]);
    expect(await refused(ben, 'group/assign', { ids: [id], group: bens })).toMatchObject({ status: 404 });
    expect(await refused(anna, 'group/details', { id: bens })).toMatchObject({ status: 404 });
  });

  test('leave the group with their owner', async () => {
    const id = await add({ group: await group(), tags: ['kept'] });
    await call(operator, 'qr_code_list/change_owner', { ids: [id], owner: ben.id });
    expect(await details(id, ben)).toMatchObject({ group: null, tags: ['kept'] });
  });
});
