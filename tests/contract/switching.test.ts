import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConnection } from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

interface Tree {
  tree_menu_arr: { children: { path: string }[]; path: string }[];
  remotes: { id: string }[];
  generation: number;
}

let system: System;
let api: Api;
const connection = createConnection();

beforeAll(async () => {
  system = await startSystem();
  api = await signIn(system.origin, ADMINISTRATOR);
  await connection.openUri(
    storeUri(parseEnvironment({ DATA_DIR: system.dataDirectory, MONGODB_URI: process.env.MONGODB_URI })),
  );
}, 180_000);
afterAll(async () => {
  await connection.close();
  await system?.stop();
}, 120_000);

/** Switches a plugin as another process would, in the store, and waits until the runtime has followed. */
async function switchGood(isEnabled: boolean): Promise<void> {
  await connection
    .collection<{ _id: string }>('plugin_states')
    .updateOne({ _id: 'good' }, { $set: { enabled: isEnabled } }, { upsert: true });
  await until(
    async () =>
      ((await apiOf(system.origin).call('good_call/echo', { text: 'x' })).status === 200) === isEnabled,
    system.runtime.output,
  );
}
const tree = async () => (await api.call<Tree>('menu/tree')).content;
const paths = (menu: Tree) =>
  menu.tree_menu_arr.flatMap((node) => [node.path, ...node.children.map((child) => child.path)]);

describe('a plugin that is switched off and on', () => {
  test('vanishes whole, and comes back with its data', async () => {
    const { id } = (await api.call<{ id: string }>('good_note/add', { title: 'kept', slug: 'kept' })).content;
    const before = await tree();
    expect(paths(before)).toContain('/customer/good_note');
    expect(before.remotes.map((remote) => remote.id)).toContain('good');

    await switchGood(false);
    const gone = await api.call('good_note/details', { id });
    expect([gone.status, (gone.body as { code?: string }).code]).toEqual([404, 'plugin_disabled']);
    const without = await tree();
    expect(paths(without)).not.toContain('/customer/good_note');
    expect(without.remotes.map((remote) => remote.id)).not.toContain('good');
    expect(without.generation).toBeGreaterThan(before.generation);
    const document = await (await fetch(`${system.origin}/api/openapi.json`)).text();
    expect(document).not.toContain('good_note');
    expect((await api.call('administrator/profile')).status).toBe(200);

    await switchGood(true);
    expect((await api.call('good_note/details', { id })).content).toMatchObject({
      title: 'kept',
      version: 1,
    });
    expect(paths(await tree())).toContain('/customer/good_note');
  }, 120_000);

  test('lets a call that is on its way end', async () => {
    const slow = apiOf(system.origin).call('good_call/slow', { milliseconds: 1_000 });
    await until(() => system.runtime.output().includes('slow begins'), system.runtime.output);
    await switchGood(false);
    expect((await slow).content).toEqual({ waited: 1_000 });
    await switchGood(true);
  }, 120_000);

  test('can be switched again and again while another plugin answers every call', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    const others = (async () => {
      while (!isOver) statuses.add((await api.call('administrator/profile')).status);
    })();
    for (let round = 0; round < 5; round += 1) {
      await switchGood(false);
      await switchGood(true);
    }
    isOver = true;
    await others;
    expect([...statuses].filter((status) => status !== 429)).toEqual([200]);
    expect(
      system.records().filter((record) => Number(record.level) >= 50 && record.plugin === 'good'),
    ).toEqual([]);
  }, 120_000);
});
