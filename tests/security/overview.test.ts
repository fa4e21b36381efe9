import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { makeRole, operatorWith } from './role-people.ts';
import { addCode, openWorld, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

interface Line {
  text: string;
  screen: string;
}
let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const changes = async (api: Api) =>
  (await api.call<{ since: string | null; lines: Line[] }>('home_admin/changes')).content;
const waiting = async (api: Api) =>
  (await api.call<{ waiting: Line[] }>('home_admin/inquire')).content.waiting;
const screensOf = (lines: readonly Line[]) => lines.map(({ screen }) => screen.split('?')[0]).sort();
/** An hour ago was the last look. */
const goAway = (id: string) =>
  withStore(world.product, (database) =>
    database
      .collection<{ _id: string }>('system_home_visit')
      .updateOne({ _id: id }, { $set: { last: new Date(Date.now() - 3_600_000) } }),
  );
async function helper(account: string, rights: readonly string[]) {
  const role = await makeRole(world.root, account, ['system.home_admin:read', ...rights]);
  return operatorWith(world.product, world.root, { account, role });
}

describe('The overview: it would tell of what somebody may not look at', () => {
  test('what changed since the last visit, and what waits, each for whoever has the right to it', async () => {
    const all = await helper('overview.all', [
      ...['system.user:read', 'system.user:read_all', 'system.log:read', 'system.plugin:read'],
      ...['qr.code:read', 'qr.code:read_all', 'qr.abuse_report:read', 'qr.abuse_report:update'],
    ]);
    const nothing = await helper('overview.nothing', []);
    expect(await changes(all.api)).toEqual({ since: null, lines: [] });
    expect(await changes(nothing.api)).toEqual({ since: null, lines: [] });
    for (const { id } of [all, nothing]) await goAway(id);

    const code = await addCode(world.anna, { name: 'Overview' });
    await createAccount(world.product, { account: 'overview.new', role: 'customer' });
    await apiOf(world.product.origin).call('abuse_report/add', {
      address: `${world.product.origin}/${code.short_code}`,
      reason: 'spam',
    });
    const seen = await changes(all.api);
    expect(Date.parse(seen.since ?? '')).toBeLessThan(Date.now() - 3_000_000);
    expect(screensOf(seen.lines)).toEqual(
      expect.arrayContaining(['abuse_desk', 'qr_code_list_admin', 'user_list']),
    );
    for (const { text } of seen.lines) expect(text).toMatch(/\d/);
    // Looked at again: the same visit, and nothing of it is lost.
    expect((await changes(all.api)).since).toBe(seen.since);
    expect((await changes(nothing.api)).lines).toEqual([]);

    const found = await waiting(all.api);
    expect(screensOf(found)).toEqual(['abuse_desk']);
    // Who would switch the plugin off reads the same, and how many people it concerns; of another one nothing of it.
    const ending = async (api: Api, id: string) =>
      (
        await api.call<{ affected: { people: number; waiting: string[] } }>('plugins/preview', {
          id,
          change: { kind: 'disable' },
        })
      ).content.affected;
    expect((await ending(all.api, 'qr')).waiting).toEqual(found.map(({ text }) => text));
    expect((await ending(all.api, 'qr')).people).toBeGreaterThan(2);
    expect((await ending(all.api, 'bot')).waiting).toEqual([]);
    expect(await waiting(nothing.api)).toEqual([]);
  });

  test('the home page tells an operator of the own codes, the overview of everybody’s', async () => {
    await addCode(world.anna, { name: 'Of Anna' });
    const rights = ['system.home:read', 'qr.code:read', 'qr.code:read_all', 'qr.code:create'];
    const { api } = await helper('overview.codes', rights);
    const codesOf = async (call: string) =>
      (await api.call<{ codes: { count: number } }>(call)).content.codes.count;
    expect(await codesOf('home/inquire')).toBe(0);
    expect(await codesOf('home_admin/inquire')).toBeGreaterThan(0);
    const { content } = await api.call<{ steps: { name: string; is_done: boolean }[] }>('home/steps');
    expect(content.steps.filter(({ is_done }) => is_done)).toEqual([]);
    await addCode(api, { name: 'Own' });
    expect(await codesOf('home/inquire')).toBe(1);
  });

  test('first steps are the person’s own, and without what they may not do', async () => {
    const stepsOf = async (api: Api) =>
      (await api.call<{ steps: { name: string; is_done: boolean }[] }>('home/steps')).content.steps;
    const credentials = await createAccount(world.product, { account: 'overview.steps', role: 'customer' });
    const api = await signIn(world.product.origin, credentials);
    expect((await stepsOf(api)).map(({ name, is_done }) => [name, is_done])).toEqual([
      ['code', false],
      ['share', false],
      ['visit', false],
      ['second_factor', false],
    ]);
    const code = await addCode(api, { name: 'The first' });
    expect((await stepsOf(api)).find(({ name }) => name === 'code')?.is_done).toBe(true);
    expect((await api.call('home/note_steps', { what: 'shared' })).status).toBe(200);
    expect((await stepsOf(api)).find(({ name }) => name === 'share')?.is_done).toBe(true);
    await fetch(`${world.product.origin}/${code.short_code}`, { redirect: 'manual' });
    while (!(await stepsOf(api)).find(({ name }) => name === 'visit')?.is_done) await Bun.sleep(100);
    await api.call('home/note_steps', { what: 'hidden' });
    expect(await stepsOf(api)).toEqual([]);
  });
});
