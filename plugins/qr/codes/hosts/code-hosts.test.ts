import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CODE_HOSTS, type CodeHosts } from '@waypost/sdk';
import { type OnHosts, startOnHosts } from '../../testing/start-on-hosts.ts';

setDefaultTimeout(60_000);
let on: OnHosts;
beforeAll(async () => {
  on = await startOnHosts();
});
afterAll(() => on?.t.dispose());
const hosts = () => on.t.service<CodeHosts>(CODE_HOSTS);

/** Whether visits of a host know a short code: nobody else can publish one there then. */
async function isKnown(host: string, code: string): Promise<boolean> {
  const nothingStays = new Error('nothing of it is to stay');
  const { context } = on.t;
  const ended = await context
    .transaction(async (session) => {
      const link = { id: 'f'.repeat(24), owner: 'f'.repeat(24), plugin: 'qr', host, code };
      await context.visits.retire([{ ...link, printed: [] }], session);
      throw nothingStays;
    })
    .catch((error: unknown) => error);
  if (ended !== nothingStays) expect(ended).toMatchObject({ code: 'duplicate' });
  return ended !== nothingStays;
}

describe('who looks after hosts', () => {
  test('counts and moves codes, and takes a lost host away from them', async () => {
    on.names.push(
      { host: 'x.example', type: 3, owners: [on.anna.id] },
      { host: 'y.example', type: 3, owners: [on.anna.id] },
    );
    const ids = [
      await on.add({ short_domain: 'x.example' }),
      await on.add({ short_domain: 'x.example', entry_domain: 'e.example' }),
    ];
    const figures = (host: string) => hosts().count({ hosts: [host] });
    expect(await hosts().count({ hosts: ['x.example', 'nowhere.example'], owner: on.anna.id })).toEqual([
      { host: 'x.example', codes: 2, printed: 2 },
      { host: 'nowhere.example', codes: 0, printed: 0 },
    ]);
    const step = { from: 'x.example', to: 'y.example', by: null, limit: 1 };
    expect(await hosts().move(step)).toEqual({ moved: 1, left: 1 });
    expect(await hosts().move(step)).toEqual({ moved: 1, left: 0 });
    expect(await hosts().move(step)).toEqual({ moved: 0, left: 0 });
    expect(await figures('x.example')).toEqual([{ host: 'x.example', codes: 0, printed: 2 }]);
    expect(await on.placesOf(ids[1] ?? '')).toEqual({
      host: 'y.example',
      chain: ['e.example'],
      printed: ['x.example'],
    });
    const lost = { host: 'x.example', by: null };
    expect(await hosts().release({ ...lost, holder: on.anna.id })).toEqual({ released: 0, left: 0 });
    expect(await hosts().release(lost)).toEqual({ released: 2, left: 0 });
    expect(await figures('x.example')).toEqual([{ host: 'x.example', codes: 0, printed: 0 }]);
    expect(await hosts().release({ ...lost, host: 'y.example' })).toEqual({ released: 2, left: 0 });
    expect(await on.placesOf(ids[1] ?? '')).toEqual({ host: 'e.example', chain: [], printed: [] });
  });

  test('keeps a host in the middle of the way answering for visits that are under way to it', async () => {
    on.names.push(
      { host: 'vorne.example', type: 3, owners: [on.anna.id] },
      { host: 'middle.example', type: 1, owners: [on.anna.id] },
      { host: 'next.example', type: 1, owners: [on.anna.id] },
    );
    const id = await on.add({ short_domain: 'vorne.example', entry_domain: 'middle.example' });
    await hosts().move({ from: 'middle.example', to: 'next.example', by: null });
    expect(await on.placesOf(id)).toEqual({
      host: 'vorne.example',
      chain: ['next.example'],
      printed: ['middle.example'],
    });
    await hosts().move({ from: 'next.example', to: 'middle.example', by: null });
    expect(await on.placesOf(id)).toEqual({
      host: 'vorne.example',
      chain: ['middle.example'],
      printed: ['next.example'],
    });
    // Whoever has it next has it whole.
    await hosts().release({ host: 'next.example', by: null });
    expect(await on.placesOf(id)).toMatchObject({ printed: [] });
  });

  test('passes over codes whose place is another one’s', async () => {
    const short_code = on.shortCode();
    on.names.push(
      { host: 'p.example', type: 3, owners: [on.anna.id] },
      { host: 'q.example', type: 3, owners: [on.anna.id] },
    );
    const stuck = await on.add({ short_domain: 'p.example', short_code });
    await on.add({ short_domain: 'q.example', short_code });
    const free = await on.add({ short_domain: 'p.example' });
    expect(await hosts().move({ from: 'p.example', to: 'q.example', by: null })).toEqual({
      moved: 1,
      left: 1,
    });
    expect([(await on.details(stuck)).domain, (await on.details(free)).domain]).toEqual([
      'p.example',
      'q.example',
    ]);
  });

  test('leaves what was purged on the hosts that it stays on: gone, and nobody else’s', async () => {
    const all = ['one.example', 'two.example', 'three.example', 'gone.example'] as const;
    const [first, second, third, lost] = all;
    for (const host of all) on.names.push({ host, type: 3, owners: [on.anna.id, on.ben.id] });
    const published = async (code: string) => {
      const known = await Promise.all(all.map((host) => isKnown(host, code)));
      return all.filter((_host, at) => known[at]) as string[];
    };
    const short_code = on.shortCode();
    const purged = await on.add({ short_domain: lost, short_code });
    for (const short_domain of [third, second, first]) await on.move([purged], { short_domain });
    await on.t.call('qr_code_list/update_remove', { id: purged, remove: 2 }, { as: on.anna });
    await on.t.call('qr_code_list/batch_purge', { ids: [purged] }, { as: on.anna });
    expect(await published(short_code)).toEqual([...all]);
    await hosts().release({ host: lost, by: null });
    expect(await published(short_code)).toEqual([first, second, third]);
    // Its last owner has all of it again.
    const again = await on.add({ short_domain: first, short_code });
    expect(await on.placesOf(again)).toEqual({ host: first, chain: [], printed: [third, second] });
    await hosts().release({ host: second, by: null });
    expect(await published(short_code)).toEqual([first, third]);
  });

  test('takes a lost host from everybody’s codes: whose place elsewhere is taken, who got one as a present, and who purged theirs', async () => {
    const host = 'z.example';
    on.names.push({ host, type: 3, owners: [on.anna.id, on.ben.id] });
    const short_code = on.shortCode();
    const lone = on.shortCode();
    const taken = await on.add({ short_code }, on.ben);
    const stuck = await on.add({ short_domain: host, short_code });
    const given = await on.add({ short_domain: host }, on.ben);
    const purged = await on.add({ short_domain: host, short_code: lone });
    const as = { as: on.anna };
    await on.t.call('qr_code_list/update_remove', { id: purged, remove: 2 }, as);
    await on.t.call('qr_code_list/batch_purge', { ids: [purged] }, as);
    const other = { short_domain: host, short_code: lone };
    await expect(on.add(other, on.ben)).rejects.toMatchObject({ code: 'qr.code_retired' });
    // Each step takes one: none comes back to the same one.
    const release = () => hosts().release({ host, by: null, limit: 1 });
    expect(await release()).toEqual({ released: 1, left: 1 });
    expect(await release()).toEqual({ released: 1, left: 0 });
    expect((await on.details(taken, on.ben)).short_code).toBe(short_code);
    const moved = await on.details(stuck);
    expect(moved.domain).toBe('');
    expect(moved.short_code).not.toBe(short_code);
    expect((await on.details(given, on.ben)).domain).toBe('');
    // Whoever has the host next finds all of it free.
    await on.add(other, on.ben);
    await on.add({ short_domain: host, short_code }, on.ben);
  });
});

describe('who wants to know what stands on hosts', () => {
  test('is told whose codes, page by page, and what a move would come to before it is made', async () => {
    const { anna, ben, names } = on;
    for (const host of ['m.example', 'n.example']) names.push({ host, type: 3, owners: [anna.id, ben.id] });
    const short_code = on.shortCode();
    const first = await on.add({ short_domain: 'm.example', name: 'First' });
    const behind = await on.add({ short_domain: 's1.example', entry_domain: 'e.example' });
    const stuck = await on.add({ short_domain: 'm.example', short_code });
    await on.add({ short_domain: 'n.example', short_code });
    await on.add({ short_domain: 'm.example' }, ben);
    const owners = async (query: object) =>
      (await hosts().owners({ hosts: ['m.example'], ...query })).sort(
        (one, other) => other.codes - one.codes,
      );
    const bens = { host: 'm.example', owner: ben.id, codes: 1, first: 1 };
    expect(await owners({})).toEqual([{ ...bens, owner: anna.id, codes: 2, first: 2 }, bens]);
    expect(await owners({ besides: { 'm.example': anna.id } })).toEqual([bens]);
    expect(await hosts().owners({ hosts: ['e.example', 'nowhere.example'] })).toContainEqual({
      host: 'e.example',
      owner: anna.id,
      codes: 2,
      first: 1,
    });
    const annas = { host: 'm.example', owner: anna.id };
    const [one, ...others] = await hosts().list(annas);
    expect(one).toMatchObject({ id: first, name: 'First', is_first: true, is_binned: false });
    expect(one?.short_url).toStartWith('https://m.example/');
    expect(others.map(({ id }) => id)).toEqual([stuck]);
    expect(await hosts().list({ ...annas, skip: 1, limit: 5 })).toEqual(others);

    const wish = { from: 'm.example', to: 'n.example', owner: anna.id };
    const none = { codes: 0, is_whole: true, keeps: 0, stops: 0, same: 0, stays: 0 };
    expect(await hosts().tryMove(wish)).toEqual({ ...none, codes: 2, keeps: 1, stays: 1 });
    expect(await hosts().tryMove({ ...wish, ids: [first], keeps_printed: false })).toEqual({
      ...none,
      codes: 1,
      stops: 1,
    });
    expect(await hosts().tryMove({ ...wish, limit: 1 })).toMatchObject({ codes: 1, is_whole: false });
    expect(await hosts().tryMove({ from: 'e.example', to: 'm.example', ids: [behind] })).toEqual({
      ...none,
      codes: 1,
      same: 1,
    });
    expect(await hosts().move({ ...wish, ids: [first], keeps_printed: false, by: anna.id })).toEqual({
      moved: 1,
      left: 0,
    });
    expect(await on.placesOf(first)).toEqual({ host: 'n.example', chain: [], printed: [] });
    expect(await hosts().list(annas)).toEqual(others);
  });

  test('hears where something changed: made, moved, given away, purged', async () => {
    const { anna, ben, names } = on;
    const host = 'changes.example';
    names.push({ host, type: 3, owners: [anna.id] });
    const heard = async () => {
      const since = on.t.clock.date().toISOString();
      await on.t.clock.advance(1_000);
      return async () => (await hosts().changed({ since })).hosts.includes(host);
    };
    let isTold = await heard();
    expect(await isTold()).toBe(false);
    const id = await on.add({ short_domain: host });
    expect(await isTold()).toBe(true);
    for (const change of [
      () => on.move([id], { short_domain: '' }),
      () => on.move([id], { short_domain: host }),
      () => on.call(on.operator, 'qr_code_list/change_owner', { ids: [id], owner: ben.id }),
      () => on.call(ben, 'qr_code_list/update_remove', { id, remove: 2 }),
      () => on.call(ben, 'qr_code_list/batch_purge', { ids: [id] }),
    ]) {
      await on.t.clock.advance(1_000);
      isTold = await heard();
      expect(await isTold()).toBe(false);
      await change();
      expect(await isTold()).toBe(true);
    }
  });

  test('goes through all of them', async () => {
    const found = new Set<string>();
    let after: string | null = null;
    do {
      const step: Awaited<ReturnType<CodeHosts['walk']>> = await hosts().walk({ after, limit: 3 });
      for (const host of step.hosts) found.add(host);
      after = step.next;
    } while (after !== null);
    expect([...found]).toContain('m.example');
    expect(found.has('')).toBe(false);
  });
});
