import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  ENTITLEMENTS,
  ENTITLEMENTS_VERSIONS,
  type EntitlementLimits,
  type Entitlements,
  OWNER_CODES,
  type OwnerCodes,
} from '@waypost/sdk';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { sealClaimCode } from '../codes/claims/claim-code.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';
import { isOwnerPaused, pauseOwner, resumeOwner, settlePaused } from './paused-owners.ts';

setDefaultTimeout(60_000);
const targets = [{ url: 'https://example.com/' }];
let t: TestPlugin;
let anna: Person;
let ben: Person;
let operator: Person;
let limits: Partial<EntitlementLimits> | null = null;

beforeAll(async () => {
  t = await startCodes();
  t.context
    .require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS)
    ?.contribute({ limitsOf: async (account) => (account === anna.id ? limits : null) });
  ben = await t.person('ben.okri');
  operator = await t.person('operator', { role: 'administrator' });
});
beforeEach(async () => {
  limits = null;
  anna = await t.person(`anna.${crypto.randomUUID().slice(0, 8)}`);
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as });
const add = async (as: Person, body: object = {}) =>
  (await call<{ id: string }>(as, 'qr_code_list/add', { name: 'Menu', targets, ...body })).id;
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: CallRefused) => error.code,
  );
const row = async (id: string) => await t.rows(codeResource).find(id);

describe('as many codes as a plan allows', () => {
  test('are made, also by many presses at once, and the next is refused with what to do', async () => {
    limits = { codes: 3 };
    const done = await Promise.all(Array.from({ length: 8 }, () => code(add(anna))));
    expect(done.filter((one) => one === 'done')).toHaveLength(3);
    await expect(add(anna)).rejects.toMatchObject({
      code: 'limit_codes',
      status: 409,
      content: { kind: 'codes', most: 3 },
      message: expect.stringContaining('Remove one first, or buy a larger plan'),
    });
    expect(await code(add(ben))).toBe('done');
  });

  test('leave room when one is removed, and what was removed comes back only where there is room', async () => {
    limits = { codes: 1 };
    const first = await add(anna);
    await call(anna, 'qr_code_list/update_remove', { id: first, remove: 2 });
    const second = await add(anna);
    expect(await code(call(anna, 'qr_code_list/update_remove', { id: first, remove: 1 }))).toBe(
      'limit_codes',
    );
    expect(await code(call(anna, 'qr_code_list/batch_restore', { ids: [first] }))).toBe('limit_codes');
    await call(anna, 'qr_code_list/update_remove', { id: second, remove: 2 });
    expect(await code(call(anna, 'qr_code_list/batch_restore', { ids: [first] }))).toBe('done');
  });

  test('are not passed by an operator who gives one away', async () => {
    limits = { codes: 0 };
    const id = await add(ben);
    const give = call(operator, 'qr_code_list/change_owner', { ids: [id], owner: anna.id });
    expect(await code(give)).toBe('limit_codes');
    expect(await row(id)).toMatchObject({ owner: ben.id });
  });

  test('stay as they are under a smaller plan: they can be changed, and no more are made', async () => {
    const id = await add(anna);
    limits = { codes: 0 };
    const { version = 0 } = (await row(id)) ?? {};
    expect(await code(call(anna, 'qr_code_list/update', { id, version, name: 'Another' }))).toBe('done');
    expect(await code(add(anna))).toBe('limit_codes');
  });
});

test('a log is opened only while there is room for what it keeps', async () => {
  const id = await add(anna);
  limits = { kept_visits: 0 };
  expect(await code(call(anna, 'qr_code_list/update_open_log', { id, open_log: 2 }))).toBe(
    'limit_kept_visits',
  );
  expect(await code(add(anna, { open_log: 2 }))).toBe('limit_kept_visits');
  limits = { kept_visits: 10 };
  expect(await code(call(anna, 'qr_code_list/update_open_log', { id, open_log: 2 }))).toBe('done');
  // One that keeps nothing for now is not let go on by opening it once more.
  await t.context.model(codeResource).updateOne({ _id: id }, { $set: { is_log_held: true } });
  limits = { kept_visits: 0 };
  expect(await code(call(anna, 'qr_code_list/batch_update', { ids: [id], open_log: 2 }))).toBe(
    'limit_kept_visits',
  );
  expect(await row(id)).toMatchObject({ is_log_held: true });
});

test('codes of a paused account answer as a paused link, new ones too, without a new version, until it is resumed', async () => {
  const codes = t.service<OwnerCodes>(OWNER_CODES);
  const id = await add(anna);
  const { version } = (await row(id)) ?? {};
  expect(await codes.pause(anna.id)).toBe(1);
  expect(await codes.pause(anna.id)).toBe(0);
  const later = await add(anna);
  expect(await row(id)).toMatchObject({ is_paused: true, version, state: 'on' });
  expect(await row(later)).toMatchObject({ is_paused: true });
  // Whoever gets one of them is not paused by it.
  await call(operator, 'qr_code_list/change_owner', { ids: [later], owner: ben.id });
  expect(await row(later)).toMatchObject({ is_paused: false });
  expect(await codes.resume(anna.id)).toBe(1);
  expect(await row(id)).toMatchObject({ is_paused: false, version });
  const isPaused = await t.context.transaction((session) => isOwnerPaused(t.context, anna.id, session));
  expect(isPaused).toBe(false);
});

test('nobody takes the pause off by a body', async () => {
  await expect(add(anna, { is_paused: false })).rejects.toMatchObject({ status: 422 });
});

test('a code that was made by what held a moment before is paused, and resumed, as all others', async () => {
  const id = await add(anna);
  const other = await add(anna);
  const held = async (owner: string, is_paused: boolean) => {
    const model = t.context.model(codeResource);
    await model.updateOne({ _id: owner } as never, { $set: { is_paused } } as never, { timestamps: false });
  };
  await pauseOwner(t.context, anna.id, 'membership');
  // As a transaction leaves it that had read before, and is committed behind.
  await held(other, false);
  await settlePaused(t.context);
  expect([await row(id), await row(other)]).toMatchObject([{ is_paused: true }, { is_paused: true }]);
  await Promise.all([
    pauseOwner(t.context, anna.id, 'visits'),
    resumeOwner(t.context, anna.id, 'membership'),
  ]);
  expect([await row(id), await row(other)]).toMatchObject([{ is_paused: true }, { is_paused: true }]);
  await resumeOwner(t.context, anna.id, 'visits');
  await held(other, true);
  await settlePaused(t.context);
  expect([await row(id), await row(other)]).toMatchObject([{ is_paused: false }, { is_paused: false }]);
});

test('a log that keeps nothing because of its owner keeps visits again for whoever claims the code', async () => {
  const id = await add(anna, { open_log: 2 });
  const claim_code = 'ABCDE-23456';
  const held = {
    is_unclaimed: true,
    is_log_held: true,
    claim_secret: await sealClaimCode(t.context, id, claim_code),
  };
  await t.context.model(codeResource).updateOne({ _id: id }, { $set: held });
  const short_code = (await row(id))?.short_code;
  await call(ben, 'code_claim/claim', { short_code, claim_code });
  expect(await row(id)).toMatchObject({ owner: ben.id, is_log_held: false });
});
