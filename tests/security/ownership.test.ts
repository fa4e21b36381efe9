import { beforeAll, describe, expect, test } from 'bun:test';
import { type Api, apiOf } from '../api.ts';
import {
  addCode,
  type CodeRow,
  createKey,
  type MadeCode,
  openWorld,
  type PageOf,
  readCode,
  until,
  type World,
  withStore,
} from './world.ts';

let world: World;
let live: MadeCode;
let binned: MadeCode;
let before: CodeRow;

beforeAll(async () => {
  world = await openWorld();
  live = await addCode(world.anna, {
    name: 'Only for Anna',
    file_name: 'anna-file',
    open_log: 2,
    jump_type: 6,
  });
  binned = await addCode(world.anna, { name: 'Binned by Anna' });
  await world.anna.call('qr_code_list/update_remove', { id: binned.id });
  await fetch(`${world.product.origin}/${live.short_code}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': '198.51.100.23' },
  });
  before = await until(
    () => readCode(world.anna, live.id),
    (row) => row.view_number === 1,
  );
}, 180_000);

/** Every call that takes the id of a code, and what it would do with it. */
const WRITES = (id: string, version: number): [string, Record<string, unknown>][] => [
  ['details', { id }],
  ['picture', { id, format: 'svg' }],
  ['update', { id, version, name: 'stolen' }],
  ['update_url', { id, targets: [{ url: 'https://evil.example/' }] }],
  ['update_url', { id, version, targets: [{ url: 'https://evil.example/' }] }],
  ['update_restriction_visit', { id, visit_restriction: 2, access_mode: 2 }],
  ['update_open_log', { id, open_log: 2 }],
  ['batch_update', { ids: [id], targets: [{ url: 'https://evil.example/' }] }],
  ['update_remove', { id }],
  ['update_remove', { id, remove: 1 }],
  ['remove', { id }],
];

describe('IDOR 8.2.2: an id seen over a shoulder would be a key to the code', () => {
  test('an answer does not tell a stranger’s code from one that does not exist', async () => {
    const nobody = 'f'.repeat(24);
    for (const [call, body] of WRITES(live.id, 1)) {
      const swapped = JSON.parse(JSON.stringify(body).replaceAll(live.id, nobody)) as unknown;
      const [theirs, none] = [
        await world.ben.call(`qr_code_list/${call}`, body),
        await world.ben.call(`qr_code_list/${call}`, swapped),
      ];
      expect([call, theirs.status, theirs.body]).toEqual([call, none.status, none.body]);
    }
  });

  test('one foreign id among one’s own spoils the whole batch', async () => {
    const own = await addCode(world.ben, { name: 'Of Ben' });
    const answer = await world.ben.call('qr_code_list/batch_update', {
      ids: [own.id, live.id],
      state: 'off',
    });
    expect(answer.status).toBe(404);
    expect(await readCode(world.ben, own.id)).toMatchObject({ state: 'on', version: 1 });
    expect(await readCode(world.anna, live.id)).toEqual(before);
  });

  test('no list, search, filter or bin of another customer holds it', async () => {
    const owner = before.owner;
    const own = (await world.anna.call<PageOf<{ ip: string }>>('visitor/inquire', { link: live.id })).content;
    expect(own.content.map(({ ip }) => ip)).toEqual(['198.51.100.23']);
    for (const [path, query] of [
      ['qr_code_list/inquire', {}],
      ['qr_code_list/inquire', { owner }],
      ['qr_code_list/user_inquire', { owner }],
      ['qr_code_list/inquire', { search: 'Only for Anna' }],
      ['qr_code_list/inquire', { short_code: live.short_code }],
      ['qr_code_list/inquire', { name: 'Anna' }],
      ['qr_code_list/qr_code_remove', {}],
      ['qr_code_list/qr_code_remove', { search: 'Anna' }],
      ['visitor/inquire', {}],
      ['visitor/inquire', { link: live.id }],
      ['visitor/user_inquire', { link: live.id }],
      ['visitor/inquire', { search: '198.51.100.23' }],
    ] as const) {
      for (const thief of [world.ben, world.agent]) {
        const { content } = await thief.call<PageOf<{ id: string; link?: string; owner?: string }>>(path, {
          ...query,
          page_size: 200,
        });
        const found = content.content.filter(
          (row) => row.owner === owner || [live.id, binned.id].includes(row.link ?? row.id),
        );
        expect([path, query, found]).toEqual([path, query, []]);
        if (Object.keys(query).length > 0) expect([path, query, content.count]).toEqual([path, query, 0]);
      }
    }
  });

  test('the figures of another customer’s code are nought, asked for by its id or in all', async () => {
    interface Today {
      view_number: number;
      top_links: { link: string }[];
    }
    const read = async (api: Api, call: string) =>
      (await api.call<Today>(`today_statistics/${call}`, { link: live.id })).content;
    await until(
      () => read(world.anna, 'inquire'),
      ({ view_number }) => view_number === 1,
    );
    expect((await read(world.anna, 'inquire')).view_number).toBe(1);
    for (const thief of [world.ben, world.agent]) {
      for (const call of ['inquire', 'user_inquire']) {
        expect(await read(thief, call)).toMatchObject({ view_number: 0, top_links: [] });
        const all = (await thief.call<Today>(`today_statistics/${call}`)).content;
        expect(all.top_links.map(({ link }) => link)).not.toContain(live.id);
      }
    }
  });

  test('a read-only API key changes nothing of its own owner’s', async () => {
    for (const [call, body] of WRITES(live.id, before.version)) {
      const expected = ['details', 'picture'].includes(call) ? 200 : 403;
      expect([call, (await world.readerKey.call(`qr_code_list/${call}`, body)).status]).toEqual([
        call,
        expected,
      ]);
    }
    expect(await readCode(world.anna, live.id)).toEqual(before);
  });

  test('an API key is no way into another account and dies with its removal', async () => {
    const key = apiOf(world.product.origin, await createKey(world.product, ['--account', 'ben.security']));
    expect((await key.call('qr_code_list/details', { id: live.id })).status).toBe(404);
    expect((await key.call('administrator/inquire')).status).toBe(403);
    // A key must not take the account over by changing its password.
    expect((await key.call('update_password/update', {})).status).toBe(422);
    await withStore(world.product, async (database) => {
      const owner = await database.collection('system_account').findOne({ account: 'ben.security' });
      await database.collection('system_api_key').deleteMany({ owner: String(owner?._id) });
    });
    expect((await key.call('qr_code_list/inquire')).status).toBe(401);
  });
});
