import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { LIST_VIEWS_MAX, listViews, removeListView, saveListView } from '@waypost/contract/platform';
import { definePlugin } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { mountListViews } from './routes.ts';

let t: TestPlugin;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  t = await testPlugin(definePlugin({ id: 'system', setup: mountListViews }), {
    folder: join(import.meta.dir, '..'),
  });
  [ada, ben] = [await t.person('ada.lovelace'), await t.person('ben.okri')];
});
afterAll(() => t?.dispose());

const list = 'qr.code';
const save = (name: string, query: string, as = ada) => t.call(saveListView, { list, name, query }, { as });
const namesOf = async (as: Person, of = list) =>
  (await t.call(listViews, { list: of }, { as })).views.map(({ name, query }) => `${name}: ${query}`);

test('a view is the person’s own, of one list, and replaced under its name', async () => {
  await save('Posters', 'search=poster');
  await save('Frozen', 'state=3');
  await save('Posters', 'search=posters');
  expect(await namesOf(ada)).toEqual(['Frozen: state=3', 'Posters: search=posters']);
  expect(await namesOf(ada, 'qr.group')).toEqual([]);
  expect(await namesOf(ben)).toEqual([]);
  await t.call(removeListView, { list, name: 'Posters' }, { as: ben });
  await t.call(removeListView, { list, name: 'Frozen' }, { as: ada });
  expect(await namesOf(ada)).toEqual(['Posters: search=posters']);
});

test('two that are saved at once are both there, and no list has more than may be', async () => {
  await Promise.all(Array.from({ length: 6 }, (_, number) => save(`At once ${number}`, '', ben)));
  expect(await namesOf(ben)).toHaveLength(6);
  for (let number = 6; number < LIST_VIEWS_MAX; number += 1) await save(`One more ${number}`, '', ben);
  await expect(save('Too many', '', ben)).rejects.toMatchObject({ code: 'list_views_most', status: 409 });
  await save('At once 0', 'search=again', ben);
});
