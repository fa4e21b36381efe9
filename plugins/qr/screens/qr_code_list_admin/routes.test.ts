import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import { codeResource } from '../qr_code_list/resource.ts';

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
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(`qr_code_list/${name}`, body, { as });
const refusal = (promise: Promise<unknown>): Promise<CallRefused> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: CallRefused) => error,
  );
const add = (as: Person, body: object = {}) =>
  call<{ id: string }>(as, 'add', { name: 'Menu', targets, ...body });
const idsOf = async (as: Person, name: string, query: object = {}) =>
  (await call<{ content: { id: string }[] }>(as, name, { page_size: 200, ...query })).content.map(
    ({ id }) => id,
  );

describe('change_owner', () => {
  test('gives the codes away whole: address and targets stay, the old owner is out, the shared page has ended', async () => {
    const password = await t.seal('spring2026', {
      area: 'qr_code_list',
      call: 'add',
      field: 'share_password',
    });
    const shared = await add(anna, { file_name: 'spring', share_password: password, short_code: 'Give-1' });
    const binned = await add(anna);
    await call(anna, 'update_remove', { id: binned.id, remove: 2 });
    expect(await call(operator, 'change_owner', { ids: [shared.id, binned.id], owner: ben.id })).toEqual({
      changed: 2,
    });

    expect(await call(ben, 'details', { id: shared.id })).toMatchObject({
      owner: ben.id,
      short_code: 'Give-1',
      targets,
      file_name: '',
      is_shared: false,
    });
    expect((await refusal(call(anna, 'details', { id: shared.id }))).status).toBe(404);
    expect(await idsOf(anna, 'user_inquire')).not.toContain(shared.id);
    expect(await idsOf(ben, 'user_inquire')).toContain(shared.id);
    expect(await idsOf(ben, 'qr_code_remove')).toContain(binned.id);
    expect(
      (await refusal(t.call('qr_code_list/share_access', { file_name: 'spring', password: 'spring2026' })))
        .status,
    ).toBe(403);
    expect(await t.rows(codeResource).find(shared.id)).toMatchObject({
      share_key: '',
      share_password_hash: '',
    });
    // The name is free again, for the new owner and for others.
    await add(anna, { file_name: 'spring' });
    await call(ben, 'update', { id: shared.id, version: 2, file_name: 'spring' });
  });

  test('is written down with whose they were', async () => {
    const { id } = await add(anna);
    await call(operator, 'change_owner', { ids: [id], owner: ben.id });
    expect((await t.audit()).filter(({ type }) => type === 'qr.code.change_owner').at(-1)).toMatchObject({
      target: id,
      before: { owner: anna.id },
      after: { owner: ben.id },
    });
  });

  test('all or none, and nothing for who may not', async () => {
    const mine = await add(anna);
    const some = await refusal(
      call(operator, 'change_owner', { ids: [mine.id, '0'.repeat(24)], owner: ben.id }),
    );
    expect(some).toMatchObject({ status: 404, errors: [{ path: 'ids.1' }] });
    for (const as of [anna, ben])
      expect((await refusal(call(as, 'change_owner', { ids: [mine.id], owner: ben.id }))).status).toBe(403);
    expect(await call(anna, 'details', { id: mine.id })).toMatchObject({ owner: anna.id, version: 1 });
  });

  test('not to an account that is disabled or that nobody has', async () => {
    const { id } = await add(anna);
    gone.add(ben.id);
    const answer = await refusal(call(operator, 'change_owner', { ids: [id], owner: ben.id }));
    gone.delete(ben.id);
    expect(answer).toMatchObject({ status: 422, errors: [{ path: 'owner' }] });
    expect(answer.errors[0]?.message).toMatch(/^\S+/);
    expect(answer.errors[0]?.message).not.toContain('qr.fault');
    expect(await call(anna, 'details', { id })).toMatchObject({ version: 1 });
  });

  test('whoever has it already keeps it as it is, its shared page too', async () => {
    const { id } = await add(anna, { file_name: 'kept' });
    expect(await call(operator, 'change_owner', { ids: [id, id], owner: anna.id })).toEqual({ changed: 0 });
    expect(await call(anna, 'details', { id })).toMatchObject({ version: 1, file_name: 'kept' });
  });
});

describe('whose codes a list shows', () => {
  test('one owner of everyone’s for who may see them; to others theirs and nothing else', async () => {
    const mine = await add(anna);
    const other = await add(ben);
    const ofAnna = await idsOf(operator, 'inquire', { owner: anna.id });
    expect(ofAnna).toContain(mine.id);
    expect(ofAnna).not.toContain(other.id);
    expect(await idsOf(ben, 'inquire', { owner: anna.id })).toEqual([]);
    await call(anna, 'update_remove', { id: mine.id, remove: 2 });
    expect(await idsOf(operator, 'qr_code_remove', { owner: anna.id })).toContain(mine.id);
    expect(await idsOf(operator, 'qr_code_remove', { owner: ben.id })).not.toContain(mine.id);
    expect(await idsOf(ben, 'qr_code_remove', { owner: anna.id })).not.toContain(mine.id);
  });

  test('by what becomes of a visit, whatever that follows from', async () => {
    const owner = await t.person('states');
    const past = '2020-01-01T00:00:00Z';
    const on = await add(owner, { expires_at: '2099-01-01T00:00:00Z' });
    const off = await add(owner, { state: 'off' });
    const expired = await add(owner, { expires_at: past });
    const frozen = await add(owner, { expires_at: past });
    await call(operator, 'freeze', { ids: [frozen.id], reason: 'Reported' });
    for (const [status, made] of [
      ['on', on],
      ['off', off],
      ['expired', expired],
      ['frozen', frozen],
    ] as const) {
      expect([status, await idsOf(owner, 'user_inquire', { status })]).toEqual([status, [made.id]]);
      expect(await call(owner, 'details', { id: made.id })).toMatchObject({ status });
    }
  });
});
