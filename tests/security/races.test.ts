import { beforeAll, describe, expect, test } from 'bun:test';
import { apiOf, seal } from '../api.ts';
import { addCode, openWorld, readCode, TARGETS, until, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

/** How often each status was answered. */
async function tally(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('At the same moment: two requests would both pass a check that holds for one', () => {
  test('one recorded login opens one session, however many copies arrive together', async () => {
    const guest = apiOf(world.product.origin);
    const { account, password } = world.product.administrator;
    const sealed = await seal(guest, password, 'administrator', 'login', 'password');
    const body = { account, password: sealed };
    expect(await tally(times(10, () => guest.call('administrator/login', body)))).toEqual({ 200: 1, 422: 9 });
  });

  test('one address belongs to one code, whoever asks for it', async () => {
    const body = { name: 'Race', targets: TARGETS, short_code: 'race-for-it' };
    const people = [world.anna, world.ben] as const;
    const calls = times(20, (index) => people[index % 2 === 0 ? 0 : 1].call('qr_code_list/add', body));
    expect(await tally(calls)).toEqual({ 200: 1, 409: 19 });
  });

  test('of two changes of one version one is made, and none is lost', async () => {
    const { id } = await addCode(world.anna);
    const updates = times(10, (index) =>
      world.anna.call('qr_code_list/update', { id, version: 1, name: `Name ${index}` }),
    );
    expect(await tally(updates)).toEqual({ 200: 1, 409: 9 });
    const turns = times(10, (index) =>
      world.anna.call('qr_code_list/update_url', { id, targets: [{ url: `https://t${index}.example/` }] }),
    );
    expect(await tally(turns)).toEqual({ 200: 10 });
    expect((await readCode(world.anna, id)).version).toBe(12);
  });

  test('a code that is purged while it is changed stays purged, and its address answers nobody', async () => {
    const { id, short_code } = await addCode(world.anna);
    const calls = times(10, (index) =>
      index % 2 === 0
        ? world.anna.call('qr_code_list/remove', { id })
        : world.anna.call('qr_code_list/update_url', { id, targets: [{ url: 'https://late.example/' }] }),
    );
    const counts = await tally(calls);
    expect(Object.keys(counts)).toEqual(['200', '404']);
    expect((await world.anna.call('qr_code_list/details', { id })).status).toBe(404);
    const status = () =>
      fetch(`${world.product.origin}/${short_code}`, { redirect: 'manual' }).then((answer) => answer.status);
    expect(await until(status, (found) => found === 410)).toBe(410);
    // What came late would be counted by now and be seen.
    await Bun.sleep(300);
    expect((await world.anna.call('qr_code_list/details', { id })).status).toBe(404);
    expect(await status()).toBe(410);
  });
});
