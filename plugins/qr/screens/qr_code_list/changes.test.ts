import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import type { CodeChangeView } from './calls.ts';

interface History {
  content: CodeChangeView[];
  count: number;
}

const targets = [{ url: 'https://example.com/' }];
// A machine that is busy with other things takes its time.
setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let owner: Person;
let other: Person;

beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('olga', { role: 'administrator' });
  owner = await t.person('anna');
  other = await t.person('otto');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(`qr_code_list/${name}`, body, { as });
const changes = (as: Person, id: string, page: object = {}) => call<History>(as, 'changes', { id, ...page });
const add = async (body: object = {}) =>
  (await call<{ id: string }>(owner, 'add', { name: 'Menu', targets, ...body })).id;

test('the owner reads what became of a code: what it was, what it is, and who did it', async () => {
  const id = await add();
  await call(owner, 'update', { id, version: 1, name: 'Menu of the terrace', jump_type: 6 });
  await call(owner, 'batch_update', { ids: [id], state: 'off' });
  await call(operator, 'freeze', { ids: [id], reason: 'Asks for passwords' });
  await call(owner, 'update_remove', { id, remove: 2 });
  await call(owner, 'update_remove', { id, remove: 1 });
  const { content, count } = await changes(owner, id);
  expect(count).toBe(6);
  expect(content.map(({ verb, author, fields }) => [verb, author, fields])).toEqual([
    ['restore', 'you', []],
    ['bin', 'you', []],
    [
      'freeze',
      'operator',
      [
        { field: 'is_frozen', before: false, after: true },
        { field: 'frozen_reason', before: '', after: 'Asks for passwords' },
      ],
    ],
    ['update', 'you', [{ field: 'state', before: 'on', after: 'off' }]],
    [
      'update',
      'you',
      [
        { field: 'name', before: 'Menu', after: 'Menu of the terrace' },
        { field: 'jump_type', before: 1, after: 6 },
      ],
    ],
    ['add', 'you', []],
  ]);
});

test('a customer is told that it was an administrator, an administrator who it was', async () => {
  const id = await add();
  await call(operator, 'freeze', { ids: [id], reason: 'Asks for passwords' });
  const asOwner = await t.send('qr_code_list/changes', { id }, { as: owner });
  const text = await asOwner.text();
  expect(text).toContain('operator');
  expect(text).not.toContain(operator.account);
  expect(text).not.toContain(operator.id);
  const [freeze, made] = (await changes(operator, id)).content;
  expect([freeze?.author, freeze?.account]).toEqual(['you', operator.account]);
  expect([made?.author, made?.account]).toEqual(['owner', owner.account]);
});

test('codes that were changed together have each their own entry, and pages hold what they say', async () => {
  const ids = [await add(), await add()];
  await call(owner, 'batch_update', { ids, open_log: 2 });
  for (const id of ids) {
    const first = await changes(owner, id, { page: 1, page_size: 1 });
    expect([first.count, first.content.map(({ verb }) => verb)]).toEqual([2, ['update']]);
    const second = await changes(owner, id, { page: 2, page_size: 1 });
    expect(second.content.map(({ verb }) => verb)).toEqual(['add']);
  }
});

test('what was done to several at once, as it was written down before, is in the history of each', async () => {
  const ids = [await add(), await add()];
  const target = ids.join(',');
  const [frozen] = ids;
  await t.context.audit({
    type: 'qr.code.update',
    target,
    before: [{ state: 'on' }, { state: 'on' }],
    after: { state: 'off' },
  });
  await t.context.audit({
    type: 'qr.code.freeze',
    target,
    before: ids.map((id) => ({ id, owner: owner.id, is_frozen: id !== frozen })),
    after: { is_frozen: true },
  });
  const verbs = async (id: string) =>
    (await changes(owner, id)).content.map(({ verb, fields }) => [verb, fields.map(({ field }) => field)]);
  expect(await verbs(ids[0] ?? '')).toEqual([
    ['freeze', ['is_frozen']],
    ['update', []],
    ['add', []],
  ]);
  expect(await verbs(ids[1] ?? '')).toEqual([
    ['freeze', []],
    ['update', []],
    ['add', []],
  ]);
});

test('a share password leaves no trace but that the code is shared', async () => {
  const id = await add();
  const place = { area: 'qr_code_list', call: 'update', field: 'share_password' };
  const share_password = await t.seal('Opened123', place);
  await call(owner, 'update', { id, version: 1, file_name: 'terrace', share_password });
  const [change] = (await changes(owner, id)).content;
  expect(change?.fields).toEqual([
    { field: 'file_name', before: '', after: 'terrace' },
    { field: 'is_shared', before: false, after: true },
  ]);
});

test('a share password that is set anew is told as that, and nothing of it', async () => {
  const id = await add();
  const set = async (password: string) => {
    const place = { area: 'qr_code_list', call: 'start_sharing', field: 'share_password' };
    await call(owner, 'start_sharing', { id, share_password: await t.seal(password, place) });
  };
  await set('Opened123');
  await t.clock.advance(1_000);
  await set('Another123');
  const place = { area: 'qr_code_list', call: 'update', field: 'share_password' };
  await t.clock.advance(1_000);
  await call(owner, 'update', { id, version: 3, share_password: await t.seal('Third123', place) });
  const { content } = await changes(owner, id);
  const anew = [{ field: 'share_password', before: 'earlier', after: 'changed' }];
  expect(content.slice(0, 2).map(({ fields }) => fields)).toEqual([anew, anew]);
  expect(JSON.stringify(content)).not.toMatch(/Opened123|Another123|Third123/);
});

test('a code that was given away tells its new owner what happened since, and administrators all of it', async () => {
  const ids = [await add(), await add()];
  await call(owner, 'batch_update', { ids, targets: [{ url: 'https://private.example/' }] });
  await call(operator, 'change_owner', { ids, owner: other.id });
  for (const id of ids) {
    await call(other, 'batch_update', { ids: [id], state: 'off' });
    const theirs = await changes(other, id);
    expect([theirs.count, theirs.content.map(({ verb, author }) => [verb, author])]).toEqual([
      2,
      [
        ['update', 'you'],
        ['give', 'operator'],
      ],
    ]);
    expect(JSON.stringify(theirs)).not.toContain('private.example');
    expect((await changes(operator, id)).content.map(({ verb, author }) => [verb, author])).toEqual([
      ['update', 'owner'],
      ['give', 'you'],
      ['update', 'former_owner'],
      ['add', 'former_owner'],
    ]);
  }
});

test('nobody reads the history of somebody else’s code', async () => {
  const id = await add();
  const refused = (await changes(other, id).catch((error: unknown) => error)) as CallRefused;
  expect([refused.status, refused.code]).toEqual([404, 'not_found']);
});
