import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PLAIN_DESIGN } from '../../plugins/qr/codes/design/values.ts';
import type { Api } from '../api.ts';
import { addCode, openWorld, TARGETS, until, type World } from './world.ts';

// Processes, designs and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const statusOf = (code: string) =>
  fetch(`${world.product.origin}/${code}`, { redirect: 'manual' }).then((answer) => answer.status);
const expectVisits = async (code: string, status: number) =>
  expect(
    await until(
      () => statusOf(code),
      (found) => found === status,
    ),
  ).toBe(status);
const add = (api: Api, short_code: string) =>
  api.call<{ id: string }>('qr_code_list/add', { name: 'Again', targets: TARGETS, short_code });
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const purge = (api: Api, id: string) => api.call('qr_code_list/remove', { id });

describe('a purged code is on paper somewhere: whoever got it next would get its visitors', () => {
  test('it answers 410, nobody else gets it, and the refusal names nobody', async () => {
    const { id, short_code } = await addCode(world.anna, { short_code: 'Spring-Poster' });
    expect((await purge(world.anna, id)).status).toBe(200);
    await expectVisits(short_code, 410);
    for (const api of [world.ben, world.agent, world.operator, world.root]) {
      const refused = await add(api, short_code);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'qr.code_retired']);
      expect(JSON.stringify(refused.body)).not.toContain('anna');
      const draft = await api.call('qr_code_list/draft', { short_code });
      expect([draft.status, codeOf(draft)]).toEqual([409, 'qr.code_retired']);
    }
    await expectVisits(short_code, 410);
  });

  test('its last owner may have it again, with a design too, and purge it again', async () => {
    const first = await addCode(world.anna, { short_code: 'Summer-Poster' });
    await purge(world.anna, first.id);
    expect((await world.anna.call('qr_code_list/draft', { short_code: 'Summer-Poster' })).status).toBe(200);
    const second = await world.anna.call<{ id: string }>('qr_code_list/add', {
      name: 'Again',
      targets: TARGETS,
      short_code: 'Summer-Poster',
      design: PLAIN_DESIGN,
    });
    expect(second.content.id).not.toBe(first.id);
    await expectVisits('Summer-Poster', 200);
    await purge(world.anna, second.content.id);
    await expectVisits('Summer-Poster', 410);
    expect((await add(world.ben, 'Summer-Poster')).status).toBe(409);
    expect((await add(world.anna, 'Summer-Poster')).status).toBe(200);
  });

  test('of many claims at the moment of the purge the owner’s one wins, and a stranger’s never', async () => {
    const { id } = await addCode(world.anna, { short_code: 'Autumn-Poster' });
    const claims = Array.from({ length: 12 }, (_, index) =>
      add(index % 2 === 0 ? world.ben : world.anna, 'Autumn-Poster'),
    );
    const [purged, ...answers] = await Promise.all([purge(world.anna, id), ...claims]);
    expect(purged.status).toBe(200);
    const late = await Promise.all(
      Array.from({ length: 6 }, (_, index) => add(index % 2 === 0 ? world.ben : world.anna, 'Autumn-Poster')),
    );
    const all = [...answers, ...late];
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const list = await world.anna.call<{ count: number }>('qr_code_list/inquire', {
      search: 'Autumn-Poster',
    });
    expect(list.content.count).toBe(1);
    await expectVisits('Autumn-Poster', 200);
  });
});
