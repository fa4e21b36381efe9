import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Api } from '../api.ts';
import { apiOf } from '../api.ts';
import { auditOf } from './people.ts';
import { addCode, createKey, openWorld, readCode, TARGETS, until, type World } from './world.ts';

interface FrozenRow {
  version: number;
  state: string;
  is_frozen: boolean;
  frozen_at: string | null;
  frozen_reason: string;
}

const REASON = 'Reported for phishing: case 4711';

// Processes, designs and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const visit = (code: string, language = 'en-US') =>
  fetch(`${world.product.origin}/${code}`, { redirect: 'manual', headers: { 'accept-language': language } });
const statusOf = async (code: string) => (await visit(code)).status;
const expectVisits = async (code: string, status: number) =>
  expect(
    await until(
      () => statusOf(code),
      (found) => found === status,
    ),
  ).toBe(status);
const freeze = (api: Api, ids: string[], reason = REASON) =>
  api.call<{ frozen: number }>('qr_code_list/freeze', { ids, reason });
const lift = (api: Api, ids: string[]) => api.call<{ lifted: number }>('qr_code_list/lift', { ids });
const rowOf = async (api: Api, id: string) => (await readCode(api, id)) as unknown as FrozenRow;
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

async function frozenCode(body: Record<string, unknown> = {}) {
  const made = await addCode(world.anna, body);
  expect((await freeze(world.operator, [made.id])).content).toEqual({ frozen: 1 });
  await expectVisits(made.short_code, 451);
  return made;
}

describe('what an operator froze stays frozen, or the owner sends visitors to the phishing page again', () => {
  test('visitors get 451 in their language, the owner reads why and since when', async () => {
    const { id, short_code } = await frozenCode();
    const pages = await Promise.all(
      ['zh-CN', 'en-US', 'sw-KE'].map(async (language) => (await visit(short_code, language)).text()),
    );
    expect(new Set(pages).size).toBe(3);
    for (const page of pages) expect(page).not.toContain('4711');
    const row = await rowOf(world.anna, id);
    expect(row).toMatchObject({ is_frozen: true, frozen_reason: REASON, state: 'on' });
    expect(Date.parse(row.frozen_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(row).not.toHaveProperty('frozen_by');
    const list = await world.anna.call<{ content: FrozenRow[] }>('qr_code_list/inquire', {
      search: short_code,
    });
    expect(list.content.content).toMatchObject([{ is_frozen: true, frozen_reason: REASON }]);
  });

  test('an owner who was editing meanwhile is shown the freeze, and no field that a list does not show', async () => {
    const { id } = await frozenCode();
    const shown = Object.keys(await rowOf(world.anna, id));
    const stale = await world.anna.call('qr_code_list/update_url', { id, version: 1, targets: TARGETS });
    expect([stale.status, codeOf(stale)]).toEqual([409, 'stale_version']);
    const { row } = (stale.body as unknown as { content: { row: FrozenRow } }).content;
    expect(row).toMatchObject({ is_frozen: true, frozen_reason: REASON });
    expect(Object.keys(row).filter((name) => !shown.includes(name))).toEqual([]);
  });

  test('no call of the owner lifts it: each is tried, and the visitor still gets 451', async () => {
    const { id, short_code } = await frozenCode();
    const own = world.anna;
    const { version } = await rowOf(own, id);
    for (const call of ['lift', 'freeze'])
      expect((await own.call(`qr_code_list/${call}`, { ids: [id], reason: 'mine' })).status).toBe(403);
    for (const field of [
      { is_frozen: false },
      { frozen_reason: '' },
      { frozen_at: null },
      { frozen_by: '' },
      { owner: '0123456789abcdef01234567' },
    ]) {
      expect((await own.call('qr_code_list/update', { id, version, ...field })).status).toBe(422);
      expect((await own.call('qr_code_list/batch_update', { ids: [id], ...field })).status).toBe(422);
      expect((await own.call('qr_code_list/add', { name: 'X', targets: TARGETS, ...field })).status).toBe(
        422,
      );
    }
    const off = await own.call('qr_code_list/update', { id, version, state: 'off' });
    expect([off.status, codeOf(off)]).toEqual([409, 'qr.code_frozen']);
    expect(off.body.message).toContain(REASON);
    expect((off.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(['state']);
    const other = await addCode(own);
    const batch = await own.call('qr_code_list/batch_update', { ids: [other.id, id], state: 'off' });
    expect([batch.status, codeOf(batch)]).toEqual([409, 'qr.code_frozen']);
    expect((batch.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(['ids.1']);
    expect(await statusOf(other.short_code)).toBe(200);

    // What is the owner's goes on: the very fault may have to be mended.
    const saved = await own.call('qr_code_list/update', { id, version, name: 'Renamed', state: 'on' });
    expect(saved.status).toBe(200);
    for (const [call, body] of [
      ['batch_update', { ids: [id], state: 'on' }],
      ['update_url', { id, targets: [{ url: 'https://harmless.example/' }] }],
      ['update_restriction_visit', { id, visit_restriction: 1 }],
      ['update_open_log', { id, open_log: 2 }],
    ] as const)
      expect([call, (await own.call(`qr_code_list/${call}`, body)).status]).toEqual([call, 200]);
    expect(await rowOf(own, id)).toMatchObject({ is_frozen: true, frozen_reason: REASON });
    await expectVisits(short_code, 451);
  });

  test('through the bin and back it is still frozen, and freezing reaches the bin', async () => {
    const { id, short_code } = await frozenCode();
    await world.anna.call('qr_code_list/update_remove', { id });
    await expectVisits(short_code, 410);
    expect((await world.anna.call('qr_code_list/update_remove', { id, remove: 1 })).status).toBe(200);
    await expectVisits(short_code, 451);

    const binned = await addCode(world.anna);
    await world.anna.call('qr_code_list/update_remove', { id: binned.id });
    expect((await freeze(world.operator, [binned.id])).status).toBe(200);
    await world.anna.call('qr_code_list/update_remove', { id: binned.id, remove: 1 });
    await expectVisits(binned.short_code, 451);
  });

  test('purged while frozen, its address is nobody’s any more: not even the owner’s', async () => {
    const { id, short_code } = await frozenCode();
    expect((await world.anna.call('qr_code_list/remove', { id })).status).toBe(200);
    await expectVisits(short_code, 410);
    const told = [
      [world.anna, /frozen/],
      [world.ben, /last owner/],
    ] as const;
    for (const [api, why] of told) {
      const again = await api.call('qr_code_list/add', { name: 'Again', targets: TARGETS, short_code });
      expect([again.status, codeOf(again)]).toEqual([409, 'qr.code_retired']);
      // "Reserved for its last owner" is untrue to that one, and the freeze is no stranger's business.
      expect(again.body).toMatchObject({ errors: [{ message: expect.stringMatching(why) }] });
    }
    expect(await statusOf(short_code)).toBe(410);
  });

  test('a key of the owner, with all that the owner may do, lifts nothing', async () => {
    const { id, short_code } = await frozenCode();
    const key = apiOf(world.product.origin, await createKey(world.product, ['--account', 'anna.security']));
    expect((await key.call('qr_code_list/lift', { ids: [id] })).status).toBe(403);
    expect((await key.call('qr_code_list/batch_update', { ids: [id], state: 'off' })).status).toBe(409);
    await expectVisits(short_code, 451);
  });

  test('an expiry or the owner’s own switch do not hide the freeze, and lifting leaves both as they were', async () => {
    const off = await frozenCode({ state: 'off' });
    expect((await world.anna.call('qr_code_list/batch_update', { ids: [off.id], state: 'on' })).status).toBe(
      409,
    );
    expect((await lift(world.operator, [off.id])).content).toEqual({ lifted: 1 });
    await expectVisits(off.short_code, 404);
    expect(await rowOf(world.anna, off.id)).toMatchObject({
      state: 'off',
      is_frozen: false,
      frozen_reason: '',
      frozen_at: null,
    });
    await world.anna.call('qr_code_list/batch_update', { ids: [off.id], state: 'on' });
    await expectVisits(off.short_code, 200);

    const expired = await frozenCode();
    await world.anna.call('qr_code_list/batch_update', {
      ids: [expired.id],
      expires_at: '2020-01-01T00:00:00Z',
    });
    await expectVisits(expired.short_code, 451);
  });
});

describe('freezing', () => {
  test('takes many at once, all or none, and needs a reason', async () => {
    const made = [await addCode(world.anna), await addCode(world.ben)];
    const ids = made.map(({ id }) => id);
    const missing = await freeze(world.operator, [...ids, '0123456789abcdef01234567']);
    expect(missing.status).toBe(404);
    for (const { short_code } of made) expect(await statusOf(short_code)).toBe(200);
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect((await freeze(world.operator, ids, reason)).status).toBe(422);
    expect((await freeze(world.operator, ids)).content).toEqual({ frozen: 2 });
    for (const { short_code } of made) await expectVisits(short_code, 451);
    expect((await lift(world.operator, ids)).content).toEqual({ lifted: 2 });
    for (const { short_code } of made) await expectVisits(short_code, 200);
  });

  test('is in the audit log with who, before and after', async () => {
    const { id } = await frozenCode();
    await freeze(world.operator, [id], 'A better reason');
    await lift(world.operator, [id]);
    const entries = (await auditOf(world.product, id)).filter(({ type }) => !type.endsWith('.add'));
    expect(entries.map(({ type, actor }) => [type, actor?.account])).toEqual([
      ['qr.code.freeze', 'operator.security'],
      ['qr.code.freeze', 'operator.security'],
      ['qr.code.lift', 'operator.security'],
    ]);
    expect(entries[1]).toMatchObject({
      before: expect.stringContaining(REASON),
      after: expect.stringContaining('A better reason'),
    });
  });
});
