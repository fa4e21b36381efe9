import { beforeAll, describe, expect, test } from 'bun:test';
import { addCode, openWorld, readCode, TARGETS, type World } from './world.ts';

let world: World;
let benId: string;
beforeAll(async () => {
  world = await openWorld();
  benId = (await world.ben.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
}, 180_000);

/** What the server keeps of every row, and what money and rights hang on. */
const kept = (): Record<string, unknown> => ({
  owner: benId,
  _id: 'a'.repeat(24),
  view_number: 1_000_000,
  ip_view_number: 1_000_000,
  bot_view_number: 0,
  last_view_time: '2030-01-01T00:00:00Z',
  create_time: '2001-01-01T00:00:00Z',
  update_time: '2001-01-01T00:00:00Z',
  remove_time: '2001-01-01T00:00:00Z',
  remove_by: benId,
  short_url: 'https://evil.example/',
  qr_url: 'https://evil.example/',
  plugin: 'system',
  host: 'evil.example',
  role: 'super',
  is_super: true,
  permissions: ['*'],
  balance: 1_000_000,
  $set: { owner: benId },
  'targets.0.url': 'https://evil.example/',
});

describe('Mass assignment 15.3.3: a body would hand codes over or make figures up', () => {
  test('no field that the server keeps is taken at creation', async () => {
    for (const [field, value] of Object.entries(kept())) {
      const answer = await world.anna.call('qr_code_list/add', {
        name: 'Mine',
        targets: TARGETS,
        [field]: value,
      });
      expect([field, answer.status]).toEqual([field, 422]);
      expect(JSON.stringify(answer.body)).toContain(`"path":"${field}"`);
    }
  });

  test('nor later, by any call that changes a code, and neither the address nor the version', async () => {
    const { id } = await addCode(world.anna);
    const before = await readCode(world.anna, id);
    const fields = { ...kept(), short_code: 'stolen', domain: 'evil.example', generation_type: 1 };
    for (const [call, body] of [
      ['update', { id, version: 1 }],
      ['update_url', { id, targets: [{ url: 'https://other.example/' }] }],
      ['update_open_log', { id, open_log: 2 }],
      ['update_restriction_visit', { id, visit_restriction: 2 }],
      ['batch_update', { ids: [id], state: 'off' }],
    ] as const) {
      for (const [field, value] of Object.entries(fields)) {
        const answer = await world.anna.call(`qr_code_list/${call}`, { ...body, [field]: value });
        expect([call, field, answer.status]).toEqual([call, field, 422]);
      }
    }
    for (const state of ['frozen', 'expired', 'removed', 'banned', 1])
      expect((await world.anna.call('qr_code_list/update', { id, version: 1, state })).status).toBe(422);
    expect(await readCode(world.anna, id)).toEqual(before);
  });

  test('a target takes nothing beside its own four fields', async () => {
    for (const extra of [{ id: 1 }, { key: 'x' }, { count: 5 }, { host: 'evil.example' }, { $url: 'x' }])
      expect(
        (await world.anna.call('qr_code_list/add', { name: 'x', targets: [{ ...TARGETS[0], ...extra }] }))
          .status,
      ).toBe(422);
  });

  test('a prototype in a body reaches no object of the server', async () => {
    const send = async (text: string) =>
      (
        await fetch(`${world.product.origin}/api/qr_code_list/add`, {
          method: 'POST',
          headers: { authorization: `Bearer ${world.anna.token}`, 'content-type': 'application/json' },
          body: text,
        })
      ).status;
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      expect(
        await send(`{"name":"x","targets":[{"url":"https://a.example/"}],"${key}":{"isSuper":true}}`),
      ).toBe(422);
      expect(
        await send(`{"name":"x","targets":[{"url":"https://a.example/","${key}":{"isSuper":true}}]}`),
      ).toBe(422);
    }
    expect((await world.anna.call('administrator/inquire')).status).toBe(403);
  });

  test('an owner is no filter to write through, and an update without a version is refused', async () => {
    const { id } = await addCode(world.anna);
    expect((await world.anna.call('qr_code_list/update', { id, name: 'x' })).status).toBe(422);
    expect((await world.anna.call('qr_code_list/update', { id, version: -1, name: 'x' })).status).toBe(422);
    expect((await world.anna.call('qr_code_list/update', { id, version: 7, name: 'x' })).status).toBe(409);
  });
});
